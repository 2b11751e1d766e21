import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts.ts';
import type { DB } from '../../db/schema.ts';
import { orderEmail } from '../emails/rules.ts';
import { handlesOfAccount, quarantineHandles, restoreHandles } from '../handles/quarantine-rules.ts';
import { issueLink, type LinkHandler, revokeLinks } from '../magic-links/rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { accountByEmail, closeAccount, endSessions, openAccount } from './store.ts';

const DAY = 24 * 3_600_000;

/** The day on which an account that is closed at this moment is erased. */
export function erasedOn(closedAt: Date): Date {
  return new Date(closedAt.getTime() + ACCOUNT_GRACE_DAYS * DAY);
}

/** Orders the letter whose link closes the account. Throws `too_many_letters` when the inbox has had its share. */
export async function askToDelete(db: Database, clock: Clock, email: string): Promise<void> {
  await db.transaction().execute((trx) => orderEmail(trx, { kind: 'delete-account', to: email }, clock()));
}

/** The button of a deletion link: the account is closed, and nothing is lost yet. It signs nobody in. */
export function deleteAct(clock: Clock): LinkHandler {
  return {
    async objection(db, link) {
      return (await accountByEmail(db, link.email)) ? null : 'invalid';
    },
    async details(db, link) {
      const account = await accountByEmail(db, link.email);
      if (!account) return {};
      return {
        ...(account.closed_at && { state: 'closed' }),
        leaving: {
          handles: await handlesOfAccount(db, account.id),
          erasedOn: erasedOn(account.closed_at ?? clock()).toISOString(),
        },
      };
    },
    async act(trx, link) {
      const account = await closeAccount(trx, link.email, clock());
      if (!account) throw new ApiError('link_used');
      await endSessions(trx, account.id);
      await quarantineHandles(trx, account.id, clock());
      await revokeLinks(trx, account.email, clock());
      return {};
    },
  };
}

/** Opens the account again where it was closed: to be called when its owner has proven the mailbox. */
export async function reactivate(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  if (!(await openAccount(trx, accountId))) return;
  // One that began while the account was being closed would come alive with it.
  await endSessions(trx, accountId);
  await restoreHandles(trx, accountId, now);
}

/** The same act, which also opens the account that it signs in. */
export function reactivateOnSignIn(act: LinkHandler, clock: Clock): LinkHandler {
  return {
    ...act,
    async act(trx, link, visitor) {
      const result = await act.act(trx, link, visitor);
      if (result.signIn !== undefined) await reactivate(trx, result.signIn, clock());
      return result;
    },
  };
}

/** A fresh deletion link for the account of an address, and what it would take; null where there is none to close. */
export async function deletionToken(
  db: Database,
  now: Date,
  email: string,
): Promise<{ to: string; token: string; handles: number; erasedOn: Date } | null> {
  const account = await accountByEmail(db, email);
  if (!account || account.closed_at) return null;
  return {
    to: account.email,
    token: await issueLink(db, now, { purpose: 'delete-account', email: account.email }),
    handles: await handlesOfAccount(db, account.id),
    erasedOn: erasedOn(now),
  };
}
