import type { ReplyMode, ReplyModeChange, ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../../platform/http/cache/etag-versions.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { findReplySettings, upsertReplySettings } from './reply-mode-store.ts';

/** Returns the reply mode of a handle. Throws `not_found`. */
export async function readReplyMode(db: Queryable, accountId: number, handleId: number): Promise<ReplyModeSettings> {
  return settingsOf(db, await requireHandle(db, accountId, handleId, 'mail'));
}

/** Whether a change lets correspondents learn the inbox, who could not before. */
export function showsMore({ mode, allowInboxInText }: ReplyModeChange, current: ReplyModeSettings): boolean {
  return (
    (mode === 'pass-through' && current.mode === 'reply') || (allowInboxInText === true && !current.allowInboxInText)
  );
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
    const handle = await lockHandle(trx, accountId, handleId, 'mail');
    const current = await settingsOf(trx, handle);
    assertVersion(expected, current);
    if (mode === 'reply' && !current.entitled) throw new ApiError('plan_without_sending');
    await upsertReplySettings(trx, handle.id, {
      reply_mode: mode,
      allow_inbox_in_text: allowInboxInText ?? current.allowInboxInText,
    });
    const saved = await settingsOf(trx, handle);
    const details = (['mode', 'allowInboxInText'] as const).filter((field) => saved[field] !== current[field]);
    const done = details.length > 0 ? [{ action: 'reply-mode.changed', details } as const] : [];
    await recordActivity(trx, { handleId: handle.id, accountId }, ...done);
    return saved;
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
