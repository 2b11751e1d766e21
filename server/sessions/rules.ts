import type { Session, SignInMethod } from '../../contract/accounts/sessions.ts';
import type { DB } from '../../db/schema.ts';
import { undoingAddresses } from '../accounts/shared/former-address-store.ts';
import { orderWarning } from '../emails/rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { NewDevice } from '../platform/http/sessions/sessions.ts';
import type { SecurityEmail } from './security-emails.ts';
import { deleteEverySession, deleteSessionOf, deleteSessionsOf, findSessions, type Owner } from './store.ts';

/** Returns the sessions of an account, the current one first. */
export async function listSessions(db: Database, owner: Owner, now: Date): Promise<Session[]> {
  const rows = await findSessions(db, { ...owner, now });
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    network: row.network,
    method: row.method as SignInMethod,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isCurrent: row.id === owner.current,
  }));
}

/** Ends one session of an account. Throws `not_found`, even for the session of another account. */
export async function endSession(db: Database, accountId: number, id: number): Promise<void> {
  if (!(await deleteSessionOf(db, accountId, id))) throw new ApiError('not_found');
}

/** Ends all sessions of an account except the current one, and returns how many there were. */
export async function endOtherSessions(db: Database, { accountId, current }: Owner): Promise<number> {
  return deleteSessionsOf(db, accountId, current);
}

/** Ends every session of an account, in the caller's transaction. Returns how many there were. */
export async function endAllSessions(trx: Transaction<DB>, accountId: number): Promise<number> {
  return deleteSessionsOf(trx, accountId);
}

/** Signs out everyone. Returns how many sessions there were. */
export async function endEverySession(trx: Transaction<DB>): Promise<number> {
  return deleteEverySession(trx);
}

/** Orders the email about a sign-in in a browser that had not signed in to the account before. */
export async function announceNewDevice(trx: Transaction<DB>, { email, device, network, now }: NewDevice) {
  await sendSecurityEmail(trx, { kind: 'new-device', to: email, device, network, at: now.toISOString() }, now);
}

/**
 * Orders an email about the security of an account, in the transaction of the change. An earlier address that can still
 * undo the change to the current one gets a copy.
 */
export async function sendSecurityEmail(trx: Transaction<DB>, order: SecurityEmail, now: Date): Promise<void> {
  await orderWarning(trx, order, now, { kind: 'security' });
  for (const copyTo of await undoingAddresses(trx, order.to, now)) {
    await orderWarning(trx, { ...order, copyTo }, now, { kind: 'security' });
  }
}
