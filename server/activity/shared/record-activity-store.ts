import type { Action } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** A person who acts, and the handle concerned. */
export interface Doer {
  handleId: number;
  accountId: number;
}

/** An action on a handle. `details` are names of changed fields or the address of a member, never contents. */
export interface Done {
  action: Action;
  details?: readonly string[];
}

/** Records actions on a handle, with one statement in the transaction that performs them. */
export async function recordActivity(
  trx: Transaction<DB>,
  { handleId, accountId }: Doer,
  ...done: Done[]
): Promise<void> {
  if (done.length === 0) return;
  await trx
    .insertInto('handle_activity')
    .values(
      done.map(({ action, details = [] }) => ({
        handle_id: handleId,
        account_id: accountId,
        action,
        details: [...details],
      })),
    )
    .execute();
}
