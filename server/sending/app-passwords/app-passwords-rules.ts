import {
  type AppPassword,
  type CreatedAppPassword,
  MAX_APP_PASSWORDS,
} from '../../../contract/sending/app-passwords.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { sendSecurityEmail } from '../../sessions/rules.ts';
import { createAppPassword, hashAppPassword } from '../shared/app-password-secret.ts';
import { isEntitled } from '../shared/entitlement.ts';
import { requireLockedHandle, requireOwnedHandle } from '../shared/require-owned-handle.ts';
import { type AppPasswordRow, deleteAppPassword, findAppPasswords, insertAppPassword } from './app-passwords-store.ts';

/** Dependencies of the rules of app passwords. */
export interface AppPasswordContext {
  db: Database;
  clock: Clock;
}

/** A handle, and the account that made the request. */
export interface HandleOwner {
  account: { id: number; email: string };
  handleId: number;
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

/** Returns the app passwords of a handle, the oldest first. Throws `not_found`. */
export async function listAppPasswords(db: Queryable, accountId: number, handleId: number): Promise<AppPassword[]> {
  const { id } = await requireOwnedHandle(db, accountId, handleId);
  return (await findAppPasswords(db, id)).map(toAppPassword);
}

/**
 * Makes an app password and notifies the owner. Only this response has the password. Throws `not_found`,
 * `plan_without_sending`, `app_password_limit`.
 */
export async function addAppPassword(
  { db, clock }: AppPasswordContext,
  { account, handleId }: HandleOwner,
  name: string,
): Promise<CreatedAppPassword> {
  const now = clock();
  const password = createAppPassword();
  return db.transaction().execute(async (trx) => {
    // Locked, so that parallel requests cannot exceed the limit together.
    const owned = await requireLockedHandle(trx, account.id, handleId);
    if (!isEntitled(owned, 'sending')) throw new ApiError('plan_without_sending');
    if ((await findAppPasswords(trx, owned.id)).length >= MAX_APP_PASSWORDS) throw new ApiError('app_password_limit');
    const row = await insertAppPassword(trx, owned.id, { name, secretHash: hashAppPassword(password), now });
    const { handle } = owned;
    await sendSecurityEmail(
      trx,
      { kind: 'app-password-added', to: account.email, handle, name, at: now.toISOString() },
      now,
    );
    return { ...toAppPassword(row), password };
  });
}

/**
 * Revokes an app password and notifies the owner. A trigger notifies all mail processes. Throws `not_found`, also for a
 * password of another handle.
 */
export async function revokeAppPassword(
  { db, clock }: AppPasswordContext,
  { account, handleId }: HandleOwner,
  id: number,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const owned = await requireLockedHandle(trx, account.id, handleId);
    const revoked = await deleteAppPassword(trx, owned.id, id);
    if (!revoked) throw new ApiError('not_found');
    const order = {
      kind: 'app-password-revoked',
      to: account.email,
      handle: owned.handle,
      name: revoked.name,
    } as const;
    await sendSecurityEmail(trx, { ...order, at: now.toISOString() }, now);
  });
}
