import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts.ts';
import type { DB } from '../../db/schema.ts';
import { orderEmail } from '../emails/rules.ts';
import { countHandles, quarantineHandles, restoreHandles } from '../handles/shared/quarantine-store.ts';
import { issueLink, type LinkHandler, revokeLinks } from '../magic-links/rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { accountByEmail, closeAccount, endSessions, openAccount } from './store.ts';

const DAY = 24 * 3_600_000;

/** When an account that was closed at this moment is erased. */
export function erasedOn(closedAt: Date): Date {
  return new Date(closedAt.getTime() + ACCOUNT_GRACE_DAYS * DAY);
}

/** Orders the email whose link closes the account. Throws `too_many_letters` at the rate limit of the inbox. */
export async function requestDeletion(db: Database, clock: Clock, email: string): Promise<void> {
  await db.transaction().execute((trx) => orderEmail(trx, { kind: 'delete-account', to: email }, clock()));
}

/** Handles a deletion link: closes the account and keeps its data for the grace period. Does not sign in. */
export function deletionHandler(clock: Clock): LinkHandler {
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
          handles: await countHandles(db, account.id),
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

/** Reopens a closed account. Call it when the owner has proven that they have the mailbox. */
export async function reactivate(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  if (!(await openAccount(trx, accountId))) return;
  // A session that began while the account was being closed would become valid again.
  await endSessions(trx, accountId);
  await restoreHandles(trx, accountId, now);
}

/** Returns the handler, extended to reopen the account that it signs in to. */
export function reactivateOnSignIn(handler: LinkHandler, clock: Clock): LinkHandler {
  return {
    ...handler,
    async act(trx, link, visitor) {
      const result = await handler.act(trx, link, visitor);
      if (result.signIn !== undefined) await reactivate(trx, result.signIn, clock());
      return result;
    },
  };
}

/** A new deletion link for the account of an address, with what the email shows; null where there is no open account. */
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
    handles: await countHandles(db, account.id),
    erasedOn: erasedOn(now),
  };
}
