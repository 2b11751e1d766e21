import type { AdminRole } from '../../../contract/admin-roles.ts';
import type { DB } from '../../../db/schema.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoleOf } from '../../platform/http/sessions/admin-role.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { sendSecurityEmail } from '../../sessions/rules.ts';
import { type Actor, COMMAND_LINE, recordAction } from '../audit/audit-store.ts';
import { hasOtherOwner, lockRole, lockRoles, readRole, writeRole } from './roles-store.ts';
import { findAccountId } from './users-store.ts';

export interface RoleContext {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'adminEmails'>;
}

interface RoleChange {
  actor: Actor;
  id: number;
  role: AdminRole | null;
  reason?: string | undefined;
}

/**
 * Gives an account a role, or takes its role away, and notifies the person. Returns the previous role. Throws `not_found`,
 * `role_from_settings` for an owner in ADMIN_EMAILS, `last_owner`, and `role_required` if the actor is no longer an owner.
 */
export async function setRole(context: RoleContext, change: RoleChange): Promise<AdminRole | null> {
  const { db, clock, config } = context;
  const { actor, id, role, reason } = change;
  const owners = ownersIn(config);
  return db.transaction().execute(async (trx) => {
    await lockRoles(trx);
    const account = await lockRole(trx, id);
    if (!account) throw new ApiError('not_found');
    const was = adminRoleOf(account, owners);
    if (was === role) return was;
    if (owners.has(account.email.toLowerCase())) throw new ApiError('role_from_settings');
    if (was === 'owner') await requireOtherOwner(trx, id, owners);
    await requireOwner(trx, actor, owners);
    await writeRole(trx, id, role);
    const act = role === 'owner' ? 'grant' : role === null ? 'revoke' : 'set role';
    const target = { kind: 'user', id } as const;
    const entry = { actor, act, target, before: { role: was }, after: { role } };
    await recordAction(trx, { ...entry, ...(reason && { reason }) });
    const now = clock();
    const at = now.toISOString();
    await sendSecurityEmail(trx, { kind: 'admin-role-changed', to: account.email, role, was, at }, now);
    return was;
  });
}

/** Does the same by address, for the command line. Returns whether that changed anything; undefined if no account has the address. */
export async function setRoleByEmail(
  context: RoleContext,
  email: string,
  role: AdminRole | null,
): Promise<boolean | undefined> {
  const id = await findAccountId(context.db, email);
  return id === undefined ? undefined : (await setRole(context, { actor: COMMAND_LINE, id, role })) !== role;
}

/**
 * Keeps the roles unchanged until the transaction ends, for an act against an account. Only an owner may act against an
 * administrator. Throws `role_required` and, for an act that would remove the only owner, `last_owner`.
 */
export async function protectAdministrator(
  trx: Transaction<DB>,
  { adminEmails }: RoleContext['config'],
  { actor, id, removes }: { actor: Actor; id: number; removes: boolean },
): Promise<void> {
  const owners = ownersIn({ adminEmails });
  await lockRoles(trx);
  const account = await lockRole(trx, id);
  const role = account && adminRoleOf(account, owners);
  if (!role) return;
  if (role === 'owner' && removes) await requireOtherOwner(trx, id, owners);
  await requireOwner(trx, actor, owners);
}

/** Throws `last_owner` if an account that is about to be closed is the only owner. Keeps the roles unchanged, as above. */
export async function requireSuccessor(
  trx: Transaction<DB>,
  { adminEmails }: RoleContext['config'],
  id: number,
): Promise<void> {
  const owners = ownersIn({ adminEmails });
  await lockRoles(trx);
  const account = await readRole(trx, id);
  if (!account || adminRoleOf(account, owners) !== 'owner' || (await hasOtherOwner(trx, id, [...owners]))) return;
  throw new ApiError('last_owner', {
    message:
      'You are the only owner of this site. Please make somebody else an owner first, under Administration, Users. Then close your account.',
  });
}

function ownersIn({ adminEmails }: RoleContext['config']): Set<string> {
  return new Set(adminEmails.map((email) => email.toLowerCase()));
}

async function requireOtherOwner(trx: Transaction<DB>, id: number, owners: Set<string>): Promise<void> {
  if (!(await hasOtherOwner(trx, id, [...owners]))) throw new ApiError('last_owner');
}

/** The role of the request may have ended while it waited for the lock. The command line has no account. */
async function requireOwner(trx: Transaction<DB>, actor: Actor, owners: Set<string>): Promise<void> {
  if (actor.id === null) return;
  const account = await readRole(trx, actor.id);
  if (!account || adminRoleOf(account, owners) !== 'owner') throw new ApiError('role_required');
}
