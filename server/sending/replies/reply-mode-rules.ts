import type { ReplyMode, ReplyModeChange, ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { changedFields, editHandle } from '../../activity/shared/edit-handle.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { requireHandle } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { withVersion } from '../../platform/http/cache/etag-versions.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { findReplySettings, upsertReplySettings } from './reply-mode-store.ts';

/** Returns the reply mode of a handle. Throws `not_found`. */
export async function readReplyMode(db: Queryable, at: Target): Promise<ReplyModeSettings> {
  return settingsOf(db, await requireHandle(db, at));
}

/** Returns whether a change newly lets correspondents learn the inbox. */
export function showsMore({ mode, allowInboxInText }: ReplyModeChange, current: ReplyModeSettings): boolean {
  return (
    (mode === 'pass-through' && current.mode === 'reply') || (allowInboxInText === true && !current.allowInboxInText)
  );
}

/**
 * Changes the reply mode of a handle. Throws `plan_without_sending` for reply mode on a handle without replies, and
 * `version_conflict` if the stored version is not the expected one.
 */
export async function changeReplyMode(
  db: Database,
  at: Target,
  { mode, allowInboxInText }: ReplyModeChange,
): Promise<ReplyModeSettings> {
  return editHandle(db, at, {
    read: settingsOf,
    async write(trx, handle, current) {
      if (mode === 'reply' && !current.entitled) throw new ApiError('plan_without_sending');
      await upsertReplySettings(trx, handle.id, {
        reply_mode: mode,
        allow_inbox_in_text: allowInboxInText ?? current.allowInboxInText,
      });
      return [];
    },
    done: (before, after) => changedFields('reply-mode.changed', ['mode', 'allowInboxInText'], before, after),
  });
}

async function settingsOf(db: Queryable, handle: HandleAccess): Promise<ReplyModeSettings> {
  const row = await findReplySettings(db, handle.id);
  return withVersion({
    mode: (row?.reply_mode ?? 'pass-through') as ReplyMode,
    allowInboxInText: row?.allow_inbox_in_text ?? false,
    entitled: isEntitled(handle, 'sending'),
  });
}
