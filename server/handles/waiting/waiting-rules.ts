import { ADMIN_CALLS } from '../../../contract/admin-roles.ts';
import { WAITING_DAYS } from '../../../contract/claims/waiting-claims.ts';
import { DAY, MINUTE } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import { addressesOfAdmins } from '../../accounts/shared/administrators-store.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { requireUse } from '../../limits/count-use.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { addBundlingJob } from '../../platform/jobs/jobs.ts';
import { lockClaimHolds } from '../shared/reserved-claims-store.ts';
import type { WaitingEmail } from '../shared/waiting-email.ts';
import { countWaiting, insertWaiting, takeWaiting, takeWaitingSince, type WaitingClaim } from './waiting-store.ts';

/** The job that emails the administrators about waiting claims. Its name is stored in databases. */
export const WAITING_NOTICE_JOB = 'notify-waiting-claims';
/** The time for which claims are collected for one email to the administrators. */
const NOTICE_MS = 10 * MINUTE;
/** The number of claims of one inbox, and of all, that may wait at a time. */
const WAITING_PER_INBOX = 3;
const WAITING_PER_SITE = 1000;

/**
 * Makes a claim wait for the decision of an administrator, and holds its handle. Throws `too_many_waiting`,
 * `too_many_claims` and `handle_taken`. The caller has checked the claim and taken `lockClaimHolds`.
 */
export async function waitFor(
  trx: Transaction<DB>,
  { handle, email, network }: { handle: string; email: string; network: string | undefined },
  now: Date,
): Promise<void> {
  const key = inboxKey(email);
  const { all, ofInbox } = await countWaiting(trx, key);
  if (ofInbox >= WAITING_PER_INBOX) throw new ApiError('too_many_waiting');
  if (all >= WAITING_PER_SITE) {
    throw new ApiError('too_many_waiting', {
      message: 'More claims wait for a decision here than can be decided soon. Please try again in a few days.',
    });
  }
  await requireUse(trx, { kind: 'free-claim', by: { network } }, now);
  const claim = { handle, email, inbox_key: key, created_at: now };
  if (!(await insertWaiting(trx, claim))) throw new ApiError('handle_taken');
  await addBundlingJob(trx as Queryable, WAITING_NOTICE_JOB, NOTICE_MS / 1000);
}

/** Ends a waiting claim and returns it; undefined if somebody has decided it already. */
export async function endWaiting(trx: Transaction<DB>, id: number): Promise<WaitingClaim | undefined> {
  return takeWaiting(trx, id);
}

/** Emails the administrators who decide claims how many wait. */
export async function notifyOfWaiting(db: Database, configured: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { all } = await countWaiting(trx, '');
    if (all === 0) return;
    for (const to of await addressesOfAdmins(trx, configured, ADMIN_CALLS['POST /api/admin/claims/:id/approve'])) {
      await orderUnlimitedEmail<WaitingEmail>(trx, { kind: 'claims-waiting', to, count: all });
    }
  });
}

/** Ends claims that nobody has decided, and tells the people who wait for them. */
export async function endOldClaims(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WAITING_DAYS * DAY);
  await db.transaction().execute(async (trx) => {
    await lockClaimHolds(trx);
    for (const { email: to, handle } of await takeWaitingSince(trx, before)) {
      await orderUnlimitedEmail<WaitingEmail>(trx, { kind: 'claim-undecided', to, handle });
    }
  });
}
