import { pages } from '../../contract/paths.ts';
import type { DB } from '../../db/schema.ts';
import { orderEmail } from '../emails/rules.ts';
import { issueLink, type LinkHandler } from '../magic-links/rules.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import {
  type AccountRow,
  accountForAddress,
  deleteSessionsBefore,
  findAccountByEmail,
  verifiedAccount,
} from './store.ts';

/** Opens an account again that its owner had closed. */
export type ComeBack = (trx: Transaction<DB>, accountId: number, now: Date) => Promise<void>;

/**
 * Orders a sign-in letter. Whether the address has an account shows neither in the answer nor in its time. `device` is the
 * browser's id where it has signed in to this account before: then strangers can't use up its letters.
 */
export async function askToSignIn(db: Database, clock: Clock, email: string, device?: string): Promise<void> {
  await db.transaction().execute((trx) => orderEmail(trx, { kind: 'sign-in', to: email }, clock(), device));
}

/** A fresh sign-in link for the account of an address, to be sent to the address as it is stored; null where there is none. */
export async function signInToken(
  db: Database,
  now: Date,
  email: string,
): Promise<{ to: string; token: string; closedAt: Date | null } | null> {
  const account = await findAccountByEmail(db, email);
  if (!account) return null;
  const token = await issueLink(db, now, { purpose: 'sign-in', email: account.email });
  return { to: account.email, token, closedAt: account.closed_at };
}

/** The account that a proven mailbox belongs to; the first proof makes it. Throws `account_suspended`. */
export async function accountOfInbox(db: Queryable, email: string, now: Date): Promise<number> {
  return (await workingAccount(db, email, now)).id;
}

async function workingAccount(db: Queryable, email: string, now: Date): Promise<AccountRow> {
  const account = await verifiedAccount(db, email, now);
  if (account.suspended_at) throw new ApiError('account_suspended');
  return account;
}

/** The account of an address that nobody has proven yet: what is given to it waits for whoever proves the mailbox. */
export async function accountOfAddress(db: Queryable, email: string): Promise<{ id: number; email: string }> {
  return accountForAddress(db, email);
}

/** The button of a sign-in link. */
export function signInAct(clock: Clock): LinkHandler {
  return {
    objection: async () => null,
    act: async (trx, link) => ({
      signIn: await accountOfInbox(trx, link.email, clock()),
      goTo: pages.manage(),
    }),
  };
}

/** The development sign-in: the first administrator, made at need. Local mode only. */
export async function devAccount(db: Database, now: Date, email: string, comeBack: ComeBack) {
  return db.transaction().execute(async (trx) => {
    const account = await workingAccount(trx, email, now);
    await comeBack(trx, account.id, now);
    return account;
  });
}

export async function forgetEndedSessions(db: Queryable, now: Date): Promise<void> {
  await deleteSessionsBefore(db, now);
}
