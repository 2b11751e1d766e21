import type { Action } from '../../contract/teams/teams.ts';
import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';

export async function insertActivity(
  trx: Transaction<DB>,
  activity: { handleId: number; accountId: number; action: Action; details: string[]; at: Date },
): Promise<void> {
  const { handleId, accountId, ...rest } = activity;
  await trx
    .insertInto('handle_activity')
    .values({ handle_id: handleId, account_id: accountId, ...rest })
    .execute();
}
