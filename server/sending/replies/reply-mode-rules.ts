import type { ReplyMode, ReplyModeChange, ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../../platform/http/cache/etag-versions.ts';
import { isEntitled } from '../shared/entitlement.ts';
import type { OwnedHandle } from '../shared/owned-handle-store.ts';
import { requireLockedHandle, requireOwnedHandle } from '../shared/require-owned-handle.ts';
import { findReplySettings, upsertReplySettings } from './reply-mode-store.ts';

/** Returns the reply mode of a handle. Throws `not_found`. */
export async function readReplyMode(db: Queryable, accountId: number, handleId: number): Promise<ReplyModeSettings> {
  return settingsOf(db, await requireOwnedHandle(db, accountId, handleId));
}

/**
 * Changes the reply mode of a handle. Throws `plan_without_sending` for reply mode on a handle that has no replies, and
 * `version_conflict` if the settings have another version than expected.
 */
export async function changeReplyMode(
  db: Database,
  accountId: number,
  handleId: number,
  { mode, allowInboxInText }: ReplyModeChange,
  expected?: readonly string[],
): Promise<ReplyModeSettings> {
  return db.transaction().execute(async (trx) => {
    const handle = await requireLockedHandle(trx, accountId, handleId);
    const current = await settingsOf(trx, handle);
    assertVersion(expected, current);
    if (mode === 'reply' && !current.entitled) throw new ApiError('plan_without_sending');
    await upsertReplySettings(trx, handle.id, {
      reply_mode: mode,
      allow_inbox_in_text: allowInboxInText ?? current.allowInboxInText,
    });
    return settingsOf(trx, handle);
  });
}

async function settingsOf(db: Queryable, handle: OwnedHandle): Promise<ReplyModeSettings> {
  const row = await findReplySettings(db, handle.id);
  return withVersion({
    mode: (row?.reply_mode ?? 'pass-through') as ReplyMode,
    allowInboxInText: row?.allow_inbox_in_text ?? false,
    entitled: isEntitled(handle, 'sending'),
  });
}
