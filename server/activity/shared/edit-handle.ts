import type { Action } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import { lockHandle, type Wanted } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { assertVersion, type Versioned } from '../../platform/http/cache/etag-versions.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { type Done, recordActivity } from './record-activity-store.ts';

/** One part of a handle that can be edited, whose state has a version. */
interface Edit<State extends Versioned> {
  /** Returns the state; called before and after the change. */
  read: (trx: Transaction<DB>, handle: HandleAccess) => Promise<State>;
  /** Changes the state, and returns actions that `done` does not find. */
  write: (trx: Transaction<DB>, handle: HandleAccess, before: State) => Promise<Done[]>;
  /** Returns the actions that two states differ by. */
  done: (before: State, after: State) => Done[];
}

/**
 * Edits a part of a handle in one transaction, which locks the handle and records the actions. Returns the new state.
 * Throws `not_found`, `role_without_right`, `version_conflict`, and what `write` throws.
 */
export async function editHandle<State extends Versioned>(
  db: Database,
  at: Wanted & Pick<Target, 'expected'>,
  { read, write, done }: Edit<State>,
): Promise<State> {
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    const before = await read(trx, handle);
    assertVersion(at.expected, before);
    const more = await write(trx, handle, before);
    const after = await read(trx, handle);
    await recordActivity(trx, { handleId: handle.id, accountId: at.account.id }, ...done(before, after), ...more);
    return after;
  });
}

/** Returns the action with the names of the changed fields, or an empty list if no value differs. */
export function changedFields<State>(
  action: Action,
  fields: readonly (keyof State & string)[],
  before: State,
  after: State,
): Done[] {
  const details = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return details.length > 0 ? [{ action, details }] : [];
}
