import { queryOptions } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { getAutoReply, previewAutoReply } from '../../../contract/sending/auto-reply.ts';
import { call } from '../../api/client.ts';
import { queryOf } from '../../api/query-client.ts';

/** The automatic reply of a handle. */
export function autoReplyQuery(id: number) {
  return queryOptions({ ...queryOf(getAutoReply, { id }), staleTime: 0 });
}

/** The reply as one sender would get it. */
export function previewQuery(id: number, content: { subject: string; text: string }) {
  return queryOptions({
    queryKey: [pathOf(previewAutoReply, { id }), content],
    queryFn: ({ signal }) => call(previewAutoReply, { id, body: content, signal }),
  });
}
