import { EMAIL_CHANGE_HOURS, PASSKEY_TRUST_DAYS, type SignInAddress } from '../../contract/accounts/email-change.ts';
import { RECENT_SIGN_IN_MINUTES } from '../../contract/accounts/sessions.ts';
import { domainOf } from '../../contract/addresses.ts';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { stopWaitingChange, undoableChanges } from '../accounts/shared/former-address-store.ts';
import { orderEmail } from '../emails/rules.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Account, RequestSession } from '../platform/http/sessions/sessions.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { EmailChangeEmail } from './email-change-emails.ts';
import { type EmailChange, findWaiting, insertChange, lockAccount } from './store.ts';

const OWN_DOMAIN =
  'You cannot sign in with an address here, because the email with your link would depend on the account itself. Please enter the address of your real inbox.';

/** Returns the sign-in address of an account, its waiting change, and the change that can be undone. */
export async function signInAddressOf(db: Queryable, account: Account, now: Date): Promise<SignInAddress> {
  const waiting = await findWaiting(db, account.id, now);
  const last = (await undoableChanges(db, account.id, now)).at(-1);
  return {
    email: account.email,
    pending: waiting ? toPending(waiting) : null,
    changed:
      last?.changed_at && last.undo_until
        ? { from: last.old_email, at: last.changed_at.toISOString(), undoUntil: last.undo_until.toISOString() }
        : null,
  };
}

function toPending(row: EmailChange): NonNullable<SignInAddress['pending']> {
  return {
    email: row.new_email,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    byPasskey: row.by_passkey,
    oldConfirmed: row.old_confirmed_at !== null,
    newConfirmed: row.new_confirmed_at !== null,
  };
}

/**
 * Asks both addresses to confirm a change, which replaces a waiting one. If the waiting change is to the same address,
 * emails the missing links again. Neither the result nor its time shows whether the new address has an account: only
 * the email to that address does. Throws `own_domain`, `same_address` and `too_many_emails`.
 */
export async function requestEmailChange(
  { db, clock, mailDomain }: { db: Database; clock: Clock; mailDomain: string },
  { account, session }: { account: Account; session: RequestSession },
  email: string,
): Promise<void> {
  assertOtherDomain(email, mailDomain);
  if (email.toLowerCase() === account.email.toLowerCase()) {
    const message = 'You already sign in with this address.';
    throw new ApiError('same_address', { message, errors: [{ path: 'email', message }] });
  }
  await db.transaction().execute(async (trx) => {
    const now = clock();
    const row = await lockAccount(trx, account.id);
    // Another request has changed the address or closed the account and thereby ended this session.
    if (!row || row.email !== account.email || row.closed_at || row.suspended_at) throw new ApiError('signed_out');
    const change = await openChange(trx, { account, email, byPasskey: isProvenByPasskey(session, now), now });
    const common = { changeId: change.id } as const;
    if (change.old_confirmed_at === null || change.by_passkey) {
      const order = { kind: 'confirm-email-change', to: account.email, ...common } as const;
      await orderEmail<EmailChangeEmail>(trx, order, now, { kind: 'own', account: account.id });
    }
    if (change.new_confirmed_at === null) {
      const order = { kind: 'confirm-new-email', to: email, ...common } as const;
      await orderEmail<EmailChangeEmail>(trx, order, now, { kind: 'account', account: account.id });
    }
  });
}

/**
 * Throws `own_domain` for the address of a handle, whose mail depends on the account, and for a subdomain of the mail domain.
 */
function assertOtherDomain(email: string, mailDomain: string): void {
  const domain = domainOf(email);
  if (domain !== mailDomain && !domain.endsWith(`.${mailDomain}`)) return;
  throw new ApiError('own_domain', { message: OWN_DOMAIN, errors: [{ path: 'email', message: OWN_DOMAIN }] });
}

/** Returns the waiting change to the same address, or replaces the waiting change with a new one. */
async function openChange(
  trx: Transaction<DB>,
  { account, email, byPasskey, now }: { account: Account; email: string; byPasskey: boolean; now: Date },
): Promise<EmailChange> {
  const waiting = await findWaiting(trx, account.id, now);
  if (waiting?.new_email === email && (waiting.by_passkey || !byPasskey)) return waiting;
  await stopWaitingChange(trx, account.id);
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_HOURS * HOUR);
  return insertChange(trx, { accountId: account.id, from: account.email, to: email, byPasskey, now, expiresAt });
}

/**
 * Returns whether a passkey confirms in place of the old address, whose mailbox may be lost. A passkey added in the
 * last few days does not, because a person with a stolen session could have added it.
 */
function isProvenByPasskey({ passkeyAt, passkeyAddedAt }: RequestSession, now: Date): boolean {
  if (!passkeyAt || !passkeyAddedAt) return false;
  const isRecent = passkeyAt.getTime() > now.getTime() - RECENT_SIGN_IN_MINUTES * MINUTE;
  return isRecent && passkeyAddedAt.getTime() <= now.getTime() - PASSKEY_TRUST_DAYS * DAY;
}

/** Stops the waiting change. Throws `not_found` if no change waits. */
export async function cancelEmailChange(db: Database, accountId: number): Promise<void> {
  if ((await stopWaitingChange(db, accountId)) === undefined) throw new ApiError('not_found');
}
