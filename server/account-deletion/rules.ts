import type { AccountDeletion } from '../../contract/accounts/accounts.ts';
import { pages } from '../../contract/paths.ts';
import type { DB } from '../../db/schema.ts';
import { erasureDate } from '../accounts/rules.ts';
import { stopWaitingChange } from '../accounts/shared/former-address-store.ts';
import { type RoleContext, requireSuccessor } from '../admin/users/roles-rules.ts';
import { orderEmail, orderUnlimitedEmail } from '../emails/rules.ts';
import { countHandles, quarantineHandles, restoreHandles } from '../handles/shared/quarantine-store.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { revokeLinks } from '../magic-links/shared/link-revocation-store.ts';
import { paidHandlesOf } from '../payments/erasure-refund-rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Account } from '../platform/http/sessions/sessions.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { leaveTeams, teamHandlesOf } from '../teams/leaving-rules.ts';
import type { DeletionEmail } from './deletion-emails.ts';
import { accountByEmail, closeAccount, endSessions, reopenAccount } from './store.ts';

/** Orders the email whose link closes the account. Throws `too_many_emails`, and `last_owner` for the only owner of the site. */
export async function requestDeletion({ db, clock, config }: RoleContext, { id, email }: Account): Promise<void> {
  const order: DeletionEmail = { kind: 'delete-account', to: email };
  await db.transaction().execute(async (trx) => {
    await requireSuccessor(trx, config, id);
    await orderEmail(trx, order, clock(), { kind: 'own', account: id });
  });
}

/** Returns what the deletion of an account would end. */
export async function deletionOf(db: Database, accountId: number, now: Date): Promise<AccountDeletion> {
  return {
    handles: await countHandles(db, accountId),
    paidHandles: await paidHandlesOf(db, accountId, now),
    teamHandles: await teamHandlesOf(db, accountId),
  };
}

/** Handles the button of a deletion link. It closes the account; the owner can reopen it until the erasure. */
export function deleteAccountHandler(clock: Clock, config: RoleContext['config']): LinkHandler {
  return {
    async validate(db, link) {
      return (await accountByEmail(db, link.email)) ? null : 'invalid';
    },
    async details(db, link) {
      const account = await accountByEmail(db, link.email);
      if (!account) return {};
      return {
        ...(account.closed_at && { state: 'closed' }),
        deletion: {
          handles: await countHandles(db, account.id),
          paidHandles: await paidHandlesOf(db, account.id, account.closed_at ?? clock()),
          teamHandles: (await teamHandlesOf(db, account.id)).map(({ handle }) => handle),
          erasedOn: erasureDate(account.closed_at ?? clock()).toISOString(),
        },
      };
    },
    async execute(trx, link) {
      const found = await accountByEmail(trx, link.email);
      if (found) await requireSuccessor(trx, config, found.id);
      const account = await closeAccount(trx, link.email, clock());
      if (!account) throw new ApiError('link_used');
      await endSessions(trx, account.id);
      await quarantineHandles(trx, account.id, clock());
      await leaveTeams(trx, account.id, clock());
      await stopWaitingChange(trx, account.id);
      await revokeLinks(trx, account.email, clock());
      const order = { kind: 'account-closed', to: account.email } as const;
      await orderUnlimitedEmail<DeletionEmail>(trx, order);
      return {};
    },
  };
}

/**
 * Reopens the account and emails its owner if it was closed; returns whether it was. Call this only after the owner has
 * proven the mailbox.
 */
export async function reactivate(trx: Transaction<DB>, accountId: number, now: Date): Promise<boolean> {
  const account = await reopenAccount(trx, accountId);
  if (!account) return false;
  // Sessions that were created while the account was being closed must not become valid again.
  await endSessions(trx, accountId);
  await restoreHandles(trx, accountId, now);
  await orderUnlimitedEmail<DeletionEmail>(trx, { kind: 'account-restored', to: account.email });
  return true;
}

/** Wraps a handler so that it also reopens the account that it signs in. */
export function reactivateOnSignIn(handler: LinkHandler, clock: Clock): LinkHandler {
  return {
    ...handler,
    async execute(trx, link, visitor) {
      const result = await handler.execute(trx, link, visitor);
      if (result.signIn === undefined || !(await reactivate(trx, result.signIn, clock()))) return result;
      return { ...result, restored: true, goTo: pages.manageRestored() };
    },
  };
}
