import type { GiveUpEffect } from '../../contract/handles/give-up.ts';
import type { DB } from '../../db/schema.ts';
import { recordActivity } from '../activity/shared/record-activity-store.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { lockHandle, requireHandle } from '../handle-access/handle-access.ts';
import { keptUntil } from '../handles/shared/kept-until.ts';
import { markGivenUp, markKept } from '../handles/shared/quarantine-store.ts';
import { requireUse } from '../limits/count-use.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import { refundablePayments } from '../payments/refund-rules.ts';
import { hasOpenPayment } from '../payments/shared/open-payment-store.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Target } from '../platform/http/call-server.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { GiveUpEmail } from './give-up-emails.ts';
import { isOffered, lockGivenUpSince, memberAddresses } from './give-up-store.ts';

interface Context {
  db: Database;
  clock: Clock;
}

/** Returns what giving up a handle now would end. Throws `not_found`, and `role_without_right` for a member. */
export async function giveUpEffectOf({ db, clock }: Context, at: Target): Promise<GiveUpEffect> {
  const handle = await requireHandle(db, at);
  const moment = handle.given_up_at ?? clock();
  return {
    members: (await memberAddresses(db, handle.id)).length,
    paidUntil: handle.paid_until?.toISOString() ?? null,
    refund: (await refundCents(db, { handleId: handle.id, accountId: at.account.id }, moment)) / 100,
  };
}

async function refundCents(db: Queryable, owned: { handleId: number; accountId: number }, moment: Date) {
  const payments = await refundablePayments(db, owned, moment);
  return payments.reduce((sum, { price_cents: cents }) => sum + cents, 0);
}

/**
 * Takes a handle offline, as closing an account does, and notifies the owner and the members. A job empties the handle
 * unless its owner keeps it in time. A repeated call changes nothing. Throws `give_up_blocked` and `transfer_pending`.
 */
export async function giveUp({ db, clock }: Context, at: Target): Promise<Date> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const { id, handle, ...row } = await lockHandle(trx, at);
    if (row.given_up_at) return keptUntil(row.given_up_at);
    const isWorking = row.state === 'active' || row.state === 'resting';
    if (!isWorking || (await hasOpenPayment(trx, id))) throw new ApiError('give_up_blocked');
    if (await isOffered(trx, id, now)) throw new ApiError('transfer_pending');
    await requireUse(trx, { kind: 'give-up', by: { handle: id } }, now);
    await markGivenUp(trx, id, now);
    await profileChanged(trx, id);
    await recordActivity(trx, { handleId: id, accountId: at.account.id }, { action: 'handle.given-up' });
    const until = keptUntil(now);
    await orderUnlimitedEmail<GiveUpEmail>(trx, {
      kind: 'handle-given-up',
      to: at.account.email,
      handle,
      until: until.toISOString(),
      paidUntil: row.paid_until?.toISOString() ?? null,
      refundCents: await refundCents(trx, { handleId: id, accountId: at.account.id }, now),
    });
    await tellMembers(trx, id, (to) => ({ kind: 'team-given-up', to, handle, until: until.toISOString() }));
    return until;
  });
}

/**
 * Undoes giving up and restores everything, until the job has emptied the handle. A call for a handle that was not
 * given up changes nothing.
 */
export async function keep({ db, clock }: Context, at: Target): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const { id, handle, ...row } = await lockHandle(trx, at);
    if (!row.given_up_at) return;
    await restore(trx, { id, handle, accountId: at.account.id }, now);
    await orderUnlimitedEmail<GiveUpEmail>(trx, { kind: 'handle-kept', to: at.account.email, handle });
  });
}

/** Restores the handles that an account has given up since a point in time, and returns them. The caller notifies the owner. */
export async function keepGivenUpSince(
  trx: Transaction<DB>,
  accountId: number,
  { since, now }: { since: Date; now: Date },
): Promise<string[]> {
  const rows = await lockGivenUpSince(trx, accountId, since);
  for (const { id, handle } of rows) await restore(trx, { id, handle, accountId }, now);
  return rows.map(({ handle }) => handle);
}

async function restore(
  trx: Transaction<DB>,
  { id, handle, accountId }: { id: number; handle: string; accountId: number },
  now: Date,
): Promise<void> {
  await markKept(trx, id, now);
  await profileChanged(trx, id);
  await recordActivity(trx, { handleId: id, accountId }, { action: 'handle.kept' });
  await tellMembers(trx, id, (to) => ({ kind: 'team-kept', to, handle }));
}

/** Orders an email for each member of a handle. */
async function tellMembers(
  trx: Transaction<DB>,
  handleId: number,
  orderFor: (to: string) => GiveUpEmail,
): Promise<void> {
  for (const to of await memberAddresses(trx, handleId)) await orderUnlimitedEmail(trx, orderFor(to));
}
