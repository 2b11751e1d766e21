import {
  type AppPassword,
  type CreatedAppPassword,
  MAX_APP_PASSWORDS,
} from '../../../contract/sending/app-passwords.ts';
import type { DB } from '../../../db/schema.ts';
import { recordActivity } from '../../activity/shared/record-activity-store.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { sendSecurityEmail } from '../../sessions/rules.ts';
import { createAppPassword, hashAppPassword } from '../shared/app-password-secret.ts';
import {
  type AppPasswordRow,
  deleteAppPassword,
  deleteAppPasswordsSince,
  findAppPasswords,
  findEmail,
  insertAppPassword,
} from './app-passwords-store.ts';

/** Dependencies of the rules of app passwords. */
export interface AppPasswordContext {
  db: Database;
  clock: Clock;
}

function toAppPassword(row: AppPasswordRow): AppPassword {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
  };
}

/** Returns the app passwords of a handle, oldest first. Throws `not_found`. */
export async function listAppPasswords(db: Queryable, at: Target): Promise<AppPassword[]> {
  const { id } = await requireHandle(db, at);
  return (await findAppPasswords(db, id)).map(toAppPassword);
}

/**
 * Creates an app password and notifies the owner of the handle, and the member who creates it. Only this response has
 * the password. A member's password ends with the membership. Throws `plan_without_sending` and `app_password_limit`.
 */
export async function addAppPassword(
  { db, clock }: AppPasswordContext,
  at: Target,
  name: string,
): Promise<CreatedAppPassword> {
  const now = clock();
  const password = createAppPassword();
  return db.transaction().execute(async (trx) => {
    // Locked, so that parallel requests cannot exceed the limit together.
    const owned = await lockHandle(trx, at);
    if (!isEntitled(owned, 'sending')) throw new ApiError('plan_without_sending');
    if ((await findAppPasswords(trx, owned.id)).length >= MAX_APP_PASSWORDS) throw new ApiError('app_password_limit');
    const secretHash = hashAppPassword(password);
    const row = await insertAppPassword(trx, owned, { name, secretHash, now });
    await recordActivity(trx, { handleId: owned.id, accountId: at.account.id }, { action: 'app-password.created' });
    await notify(trx, { kind: 'app-password-added', handle: owned, account: at.account, name }, now);
    return { ...toAppPassword(row), password };
  });
}

/**
 * Revokes an app password and notifies the owner of the handle, and the member who revokes it. A trigger notifies all
 * mail processes. Throws `not_found`, even for a password of another handle.
 */
export async function revokeAppPassword({ db, clock }: AppPasswordContext, at: Target, id: number): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const owned = await lockHandle(trx, at);
    const revoked = await deleteAppPassword(trx, owned.id, id);
    if (!revoked) throw new ApiError('not_found');
    await recordActivity(trx, { handleId: owned.id, accountId: at.account.id }, { action: 'app-password.revoked' });
    await notify(trx, { kind: 'app-password-revoked', handle: owned, account: at.account, name: revoked.name }, now);
  });
}

/** Revokes the app passwords of an account's handles that were created since a point in time, and returns the handles. */
export async function revokeAppPasswordsSince(trx: Transaction<DB>, accountId: number, since: Date): Promise<string[]> {
  return deleteAppPasswordsSince(trx, accountId, since);
}

/** Orders the email to the account that made the change, and to the owner of the handle if that is someone else. */
async function notify(
  trx: Transaction<DB>,
  done: {
    kind: 'app-password-added' | 'app-password-revoked';
    handle: HandleAccess;
    account: { email: string };
    name: string;
  },
  now: Date,
): Promise<void> {
  const { kind, account, name } = done;
  const { handle, owner_id: ownerId, role } = done.handle;
  const order = { kind, handle, name, at: now.toISOString() } as const;
  await sendSecurityEmail(trx, { ...order, to: account.email }, now);
  const owner = role === 'owner' ? undefined : await findEmail(trx, ownerId);
  if (owner !== undefined) await sendSecurityEmail(trx, { ...order, to: owner, by: account.email }, now);
}
