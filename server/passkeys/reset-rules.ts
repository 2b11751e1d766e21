import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { endAllSessions, sendSecurityEmail } from '../sessions/rules.ts';
import { deletePasskeys, lockAccountByEmail } from './store.ts';

/**
 * Removes all passkeys of an account and ends its sessions, in the caller's transaction. The owner can add a new
 * passkey after the next sign-in. Returns how many there were, or undefined if no account has the address.
 */
export async function resetPasskeys(trx: Transaction<DB>, email: string, now: Date) {
  const account = await lockAccountByEmail(trx, email);
  if (!account) return undefined;
  const names = await deletePasskeys(trx, account.id);
  const sessions = await endAllSessions(trx, account.id);
  if (names.length > 0) {
    const notice = {
      kind: 'passkey-removed',
      to: account.email,
      names,
      at: now.toISOString(),
      byOperator: true,
    } as const;
    await sendSecurityEmail(trx, notice, now);
  }
  return { accountId: account.id, passkeys: names.length, sessions };
}

/** Removes the passkeys that were added to an account since a point in time, and returns their names. */
export async function removePasskeysSince(trx: Transaction<DB>, accountId: number, since: Date): Promise<string[]> {
  return deletePasskeys(trx, accountId, { since });
}
