import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Returns the fields that all pages of an account share, and its first handle. */
export async function findOwnProfile(db: Queryable, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['avatar_url', 'banner_url', 'email_visible'])
    .select((expression) =>
      expression
        .selectFrom('handles')
        .select('handle')
        .whereRef('handles.account_id', '=', 'accounts.id')
        .orderBy('handles.id')
        .limit(1)
        .as('handle'),
    )
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
}

export async function setEmailVisible(trx: Transaction<DB>, accountId: number, visible: boolean): Promise<void> {
  await trx.updateTable('accounts').set({ email_visible: visible }).where('id', '=', accountId).execute();
}
