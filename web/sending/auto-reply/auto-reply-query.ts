import { queryOptions } from '@tanstack/react-query';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { resourceQuery } from '../../api/query-client.ts';

const schemas = () => import('../../../contract/sending/auto-reply.ts');
export const loadAutoReply = async () => (await schemas()).autoReply;
export const loadTestResponse = async () => (await schemas()).autoReplyTestResponse;

/** The automatic reply of a handle. */
export function autoReplyQuery(handleId: number) {
  return queryOptions({ ...resourceQuery(calls.autoReply(handleId), loadAutoReply), staleTime: 0 });
}

/** The reply as one sender would get it. */
export function previewQuery(handleId: number, content: { subject: string; text: string }) {
  return queryOptions({
    queryKey: [calls.autoReplyPreview(handleId), content],
    queryFn: ({ signal }) =>
      call(calls.autoReplyPreview(handleId), async () => (await schemas()).autoReplyPreview, {
        method: 'POST',
        body: content,
        signal,
      }),
  });
}
