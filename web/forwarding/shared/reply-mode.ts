import { queryOptions } from '@tanstack/react-query';
import { getReplyMode } from '../../../contract/sending/reply-mode.ts';
import { queryOf } from '../../api/query-client.ts';

/** The reply mode of a handle. */
export function replyModeQuery(id: number) {
  return queryOptions({ ...queryOf(getReplyMode, { id }), staleTime: 0 });
}
