import type { Suppression } from '../../../contract/sending/sending.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { deleteSuppression, findSuppressions, suppressedOf } from './suppressions-store.ts';

/** The list has no pages: a handle reaches this number of suppressed recipients only after many pauses. */
const MAX_LISTED = 1000;

/** Returns the suppressed recipients of a handle, newest first. Throws `not_found`. */
export async function listSuppressions(db: Queryable, at: Target): Promise<Suppression[]> {
  const { id } = await requireHandle(db, at);
  const rows = await findSuppressions(db, id, MAX_LISTED);
  return rows.map(({ address, enhanced, created_at }) => ({
    address,
    enhanced,
    createdAt: created_at.toISOString(),
  }));
}

/** Allows a handle to send to a recipient again. Throws `not_found`, even if only the suppression is missing. */
export async function removeSuppression(db: Database, at: Target, address: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await lockHandle(trx, at);
    if (!(await deleteSuppression(trx, id, address.toLowerCase()))) throw new ApiError('not_found');
    await recordActivity(
      trx,
      { handleId: id, accountId: at.account.id },
      { action: 'contact.changed', details: ['suppressed'] },
    );
  });
}

/** Returns which recipients are suppressed for a handle, in lower case. */
export async function suppressedAmong(db: Queryable, handle: string, recipients: string[]): Promise<Set<string>> {
  if (recipients.length === 0) return new Set();
  return new Set(
    await suppressedOf(
      db,
      handle,
      recipients.map((address) => address.toLowerCase()),
    ),
  );
}
