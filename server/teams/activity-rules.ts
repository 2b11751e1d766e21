import type { Action } from '../../contract/teams/teams.ts';
import type { DB } from '../../db/schema.ts';
import { recordActivity } from '../activity/shared/record-activity-store.ts';
import type { Transaction } from '../platform/db/database.ts';

/** Records an account's action that concerns a person, given by the address, in the transaction of the change. */
export async function recordAbout(
  trx: Transaction<DB>,
  actor: { handleId: number; accountId: number },
  action: Action,
  address: string,
): Promise<void> {
  await recordActivity(trx, actor, { action, details: [address] });
}
