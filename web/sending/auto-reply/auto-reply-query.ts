import { queryOptions } from '@tanstack/react-query';
import { autoReply, autoReplyPreview, autoReplyTestResponse } from '../../../contract/sending/auto-reply.ts';
import { sendingCalls } from '../../../contract/sending/paths.ts';
import { call } from '../../api/client.ts';
import { resourceQuery } from '../../api/query-client.ts';

export const loadAutoReply = async () => autoReply;
export const loadTestResponse = async () => autoReplyTestResponse;

/** The automatic reply of a handle. */
export function autoReplyQuery(handleId: number) {
  return queryOptions({ ...resourceQuery(sendingCalls.autoReply(handleId), loadAutoReply), staleTime: 0 });
}

/** The reply as one sender would get it. */
export function previewQuery(handleId: number, content: { subject: string; text: string }) {
  return queryOptions({
    queryKey: [sendingCalls.autoReplyPreview(handleId), content],
    queryFn: ({ signal }) =>
      call(sendingCalls.autoReplyPreview(handleId), async () => autoReplyPreview, {
        method: 'POST',
        body: content,
        signal,
      }),
  });
}
