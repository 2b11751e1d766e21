import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts/accounts.ts';
import type { ConfirmedAct } from '../../contract/confirmed-acts.ts';
import { pages } from '../../contract/paths.ts';
import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { invitationPath } from '../claim-invitations/invitation-rules.ts';
import { orderEmail } from '../emails/rules.ts';
import { findAccess } from '../handle-access/handle-access-store.ts';
import { requireUse } from '../limits/count-use.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { undoableChangeOf } from './shared/former-address-store.ts';
import { requestCode } from './sign-in-code-rules.ts';
import { type AccountRow, verifiedAccount } from './store.ts';

/** The email that a sign-in request sends. */
export interface SignInEmail {
  kind: 'sign-in';
  to: string;
  /** The request for which the email gets a code; absent in jobs of release 0.2.0. */
  codeId?: number;
  /** The action that a signed-in person confirms, and the handle concerned. */
  act?: ConfirmedAct;
  handle?: string;
}

/** Returns when an account closed at `closedAt` is erased. */
export function erasureDate(closedAt: Date): Date {
  return new Date(closedAt.getTime() + ACCOUNT_GRACE_DAYS * DAY);
}

/**
 * Orders a sign-in email. Neither the result nor its time shows whether the address has an account. `device` is the id
 * of a browser that has signed in to this account before; it has its own quota and its own wrong codes, which strangers
 * cannot use up. `confirms` is the action that a person who is already signed in confirms with it. `origin` tells
 * strangers apart. The code works only in the browser whose cookie has this hash.
 */
export async function requestSignIn(
  db: Database,
  clock: Clock,
  email: string,
  { device, origin, browserHash }: { device: string | undefined; origin: string | undefined; browserHash: Buffer },
  confirms: Pick<SignInEmail, 'act' | 'handle'> = {},
): Promise<void> {
  const isKnown = device !== undefined;
  const quota = isKnown ? ({ kind: 'device', device } as const) : ({ kind: 'sign-in', origin } as const);
  await db.transaction().execute(async (trx) => {
    const codeId = await requestCode(trx, { email, browserHash, knownDevice: isKnown }, clock());
    await orderEmail<SignInEmail>(trx, { kind: 'sign-in', to: email, codeId, ...confirms }, clock(), quota);
  });
}

/** Returns the name of a handle to its owner and the members of its team; undefined to anyone else. */
export async function handleNamed(db: Queryable, accountId: number, handleId: number): Promise<string | undefined> {
  return (await findAccess(db, accountId, handleId))?.handle;
}

/**
 * Orders a sign-in email without a code, for an administrator. It does not count against the quota of sign-in requests, which
 * strangers may have used up. Throws `too_many_emails`.
 */
export async function resendSignIn(trx: Transaction<DB>, email: string, now: Date): Promise<void> {
  await orderEmail<SignInEmail>(trx, { kind: 'sign-in', to: email }, now);
}

/**
 * Returns the id of the account of a mailbox that its owner has just proven, and creates the account if none exists.
 * Throws `account_suspended`.
 */
async function accountOfInbox(db: Queryable, email: string, now: Date): Promise<number> {
  return (await usableAccount(db, email, now)).id;
}

/** Does the same for an invitation, which does not reopen an account. Throws `account_closed` for a closed one. */
export async function accountOfInvited(db: Queryable, email: string, now: Date): Promise<number> {
  const account = await usableAccount(db, email, now);
  if (account.closed_at) throw new ApiError('account_closed');
  return account.id;
}

/** Does the same for a claim of a free handle. Throws `too_many_claims` if the inbox has opened several accounts today. */
export async function accountOfClaim(trx: Transaction<DB>, email: string, now: Date): Promise<number> {
  const account = await usableAccount(trx, email, now);
  if (account.is_new) await requireUse(trx, { kind: 'opened-account', by: { inbox: inboxKey(email) } }, now);
  return account.id;
}

export async function usableAccount(
  db: Queryable,
  email: string,
  now: Date,
): Promise<AccountRow & { is_new: boolean }> {
  const account = await verifiedAccount(db, email, now);
  // After the insertion, which waits for a change of this address that is being confirmed.
  if (account.is_new && (await undoableChangeOf(db, email, now))) throw new ApiError('address_changed');
  if (account.suspended_at) throw new ApiError('account_suspended');
  return account;
}

/** Returns the page on which a handle is paid for, with the invitation of the claim. */
function createPage(secrets: string[], handle: string, invitation: number | null): string {
  return invitation === null ? pages.create(handle) : invitationPath(secrets, invitation, handle);
}

/** Handles the button of a sign-in link. */
export function signInHandler(clock: Clock, secrets: string[]): LinkHandler {
  return {
    validate: async () => null,
    execute: async (trx, link) => ({
      signIn: await accountOfInbox(trx, link.email, clock()),
      // The link of somebody who is about to pay for a handle names it.
      goTo: link.handle === null ? pages.manage() : createPage(secrets, link.handle, link.claimInvitationId),
    }),
  };
}
