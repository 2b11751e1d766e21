import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Locks accounts in the order of their ids and returns those that are neither closed nor suspended. */
export async function lockOpenAccounts(trx: Transaction<DB>, ids: number[]) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Ends the quarantine of a handle without an owner and gives it to this account, active. */
export async function giveToOwner(
  trx: Transaction<DB>,
  id: number,
  { ownerId, paidUntil, now }: { ownerId: number; paidUntil: Date | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('handles')
    .set({
      account_id: ownerId,
      state: 'active',
      state_before: null,
      quarantined_at: null,
      paid_until: paidUntil,
      reminded_days: null,
      profile_changed_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the id of the account that owns a handle, without a lock. */
export async function ownerOf(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('handles').select('account_id').where('id', '=', id).executeTakeFirst();
}
