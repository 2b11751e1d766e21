import { planForHandle } from '../../../contract/payments/plans.ts';
import type { AdminSender, AdminSendingQuery } from '../../../contract/sending/admin-sending.ts';
import type { PauseReason } from '../../../contract/sending/sending.ts';
import { DAY } from '../../../contract/time.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { pauseAsAdministrator, resumeAsAdministrator } from '../../sending/pauses/pauses-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { placeOf } from '../list/listing.ts';
import { readSenders, type SenderRow } from './sending-store.ts';

const LISTED_MS = 8 * DAY;

/** Lists handles that are paused, or whose mail bounced or was reported as spam in the last 8 days. */
export async function listSenders(
  db: Queryable,
  { limit, after }: AdminSendingQuery,
  now: Date,
): Promise<ListedPage<AdminSender>> {
  const from = new Date(now.getTime() - LISTED_MS);
  const rows = await readSenders(db, { from, after: placeOf(after), limit });
  const toItem = (row: SenderRow): AdminSender => ({
    id: row.id,
    handle: row.handle,
    plan: planForHandle(row.handle),
    paused: row.paused_at && { at: row.paused_at.toISOString(), reason: row.pause_reason as PauseReason },
    resumedAt: row.resumed_at?.toISOString() ?? null,
    firstSentAt: row.first_sent_at?.toISOString() ?? null,
    recipients: row.recipients,
    bounces: row.bounces,
    complaints: row.complaints,
  });
  return pageOf(
    rows,
    limit,
    toItem,
    ({ paused, bounces, complaints, id }) => `${paused ? 1 : 0}.${bounces + complaints}.${id}`,
  );
}

/** Pauses or resumes the sending of a handle. Throws `not_found`, `sending_paused`, `sending_not_paused`. */
export async function changeSending(
  db: Database,
  action: 'pause' | 'resume',
  { actor, id, reason }: { actor: Actor; id: number; reason: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const target = { kind: 'handle', id } as const;
    if (action === 'pause') {
      const name = await pauseAsAdministrator(trx, id, now);
      await recordAction(trx, { actor, act: 'pause sending', target: { ...target, name }, reason });
    } else {
      const { handle: name, reason: pausedFor } = await resumeAsAdministrator(trx, id, now);
      const before = { pausedFor };
      await recordAction(trx, { actor, act: 'resume sending', target: { ...target, name }, reason, before });
    }
  });
}
