import { queryOptions } from '@tanstack/react-query';
import { sendingCalls } from '../../../contract/sending/paths.ts';
import type { ReplyModeChange, ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { call } from '../../api/client.ts';
import { resourceQuery } from '../../api/query-client.ts';

const loadSchema = async () => (await import('../../../contract/sending/reply-mode.ts')).replyMode;

/** The reply mode of a handle. */
export function replyModeQuery(handleId: number) {
  return queryOptions({ ...resourceQuery(sendingCalls.replyMode(handleId), loadSchema), staleTime: 0 });
}

/** Changes the reply mode of a handle; with `version`, only if the settings still have it. */
export function putReplyMode(handleId: number, body: ReplyModeChange, version?: string): Promise<ReplyModeSettings> {
  return call(sendingCalls.replyMode(handleId), loadSchema, { method: 'PUT', body, version });
}
