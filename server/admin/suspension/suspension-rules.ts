import type { DB } from '../../../db/schema.ts';
import { profileChanged } from '../../page-changes/page-changes.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { protectAdministrator, type RoleContext } from '../users/roles-rules.ts';
import {
  lockAccount,
  lockHandle,
  lockOwner,
  restoreSuspended,
  setAccountSuspended,
  suspendAllOf,
  suspendedWith,
  suspendOne,
} from './suspension-store.ts';

/** An action on one account or handle, with its reason. */
interface Action {
  actor: Actor;
  id: number;
  reason: string;
}

/**
 * Takes a handle offline: its page and its mail stop as soon as this commits. Throws `not_found`, or `not_suspendable`
 * for a handle that is suspended, in quarantine, or without an owner, such as the example profile.
 */
export async function suspendHandle(db: Database, clock: Clock, action: Action): Promise<void> {
  await db.transaction().execute((trx) => suspendHandleIn(trx, clock(), action));
}

/** Does the same within the transaction of the decision that requires it. */
export async function suspendHandleIn(trx: Transaction<DB>, now: Date, { actor, id, reason }: Action): Promise<void> {
  const row = await lockHandle(trx, id);
  if (!row) throw new ApiError('not_found');
  const isWorking = row.state === 'active' || row.state === 'resting';
  if (!isWorking || row.account_id === null) throw new ApiError('not_suspendable');
  await suspendOne(trx, id, now);
  await profileChanged(trx, id);
  const target = { kind: 'handle', id, name: row.handle } as const;
  await recordAction(trx, {
    actor,
    act: 'suspend',
    target,
    reason,
    before: { status: row.state },
    after: { status: 'suspended' },
  });
}

/** Restores a suspended handle. Throws `not_found`, `not_suspended`, or `owner_suspended`. */
export async function unsuspendHandle(db: Database, clock: Clock, action: Action): Promise<void> {
  await db.transaction().execute((trx) => unsuspendHandleIn(trx, clock, action));
}

/** Does the same within the transaction of the decision that requires it. */
export async function unsuspendHandleIn(
  trx: Transaction<DB>,
  clock: Clock,
  { actor, id, reason }: Action,
): Promise<void> {
  // The owner is locked first, as in suspendUser, to avoid a deadlock.
  const owner = await lockOwner(trx, id);
  const row = await lockHandle(trx, id);
  if (!row) throw new ApiError('not_found');
  if (row.state !== 'suspended') throw new ApiError('not_suspended');
  if (owner?.suspended_at) throw new ApiError('owner_suspended');
  await restoreSuspended(trx, [id], clock());
  await profileChanged(trx, id);
  const after = { status: (await lockHandle(trx, id))?.state };
  const target = { kind: 'handle', id, name: row.handle } as const;
  await recordAction(trx, { actor, act: 'unsuspend', target, reason, before: { status: row.state }, after });
}

/**
 * Suspends an account with all its handles, ends its sessions and rejects sign-ins. Throws `not_found`,
 * `not_suspendable` if it is already suspended, `own_account` for the administrator's own account, `last_owner`, and
 * `role_required` for another administrator, unless the actor is an owner.
 */
export async function suspendUser({ db, clock, config }: RoleContext, { actor, id, reason }: Action): Promise<void> {
  if (id === actor.id) throw new ApiError('own_account');
  await db.transaction().execute(async (trx) => {
    await protectAdministrator(trx, config, { actor, id, removes: true });
    const account = await lockAccount(trx, id);
    if (!account) throw new ApiError('not_found');
    if (account.suspended_at) throw new ApiError('not_suspendable');
    const now = clock();
    await setAccountSuspended(trx, id, now);
    const handles = await suspendAllOf(trx, id, now);
    for (const handle of handles) await profileChanged(trx, handle);
    const after = { suspended: true, handles };
    const target = { kind: 'user', id } as const;
    await recordAction(trx, { actor, act: 'suspend', target, reason, before: { suspended: false }, after });
  });
}

/**
 * Restores a suspended account and the handles that were suspended with it. Throws `not_found`, `not_suspended`, and
 * `role_required` for an administrator, unless the actor is an owner.
 */
export async function unsuspendUser({ db, clock, config }: RoleContext, { actor, id, reason }: Action): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await protectAdministrator(trx, config, { actor, id, removes: false });
    const account = await lockAccount(trx, id);
    if (!account) throw new ApiError('not_found');
    if (!account.suspended_at) throw new ApiError('not_suspended');
    await setAccountSuspended(trx, id, null);
    const handles = await suspendedWith(trx, id);
    await restoreSuspended(trx, handles, clock());
    for (const handle of handles) await profileChanged(trx, handle);
    const after = { suspended: false, handles };
    const target = { kind: 'user', id } as const;
    await recordAction(trx, { actor, act: 'unsuspend', target, reason, before: { suspended: true }, after });
  });
}
