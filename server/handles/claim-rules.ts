import { pages } from '../../contract/paths.ts';
import { yearsAfter } from '../../contract/payments/paid-years.ts';
import { type Plan, planForHandle } from '../../contract/payments/plans.ts';
import type { DB } from '../../db/schema.ts';
import { accountOfClaim, accountOfInvited } from '../accounts/rules.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { spendInvitation } from '../claim-invitations/invitation-rules.ts';
import { orderEmail } from '../emails/rules.ts';
import type { EmailQuota } from '../emails/shared/email-rate-limit.ts';
import { toProfileColumns } from '../handle-access/profile-fields.ts';
import { assertUseLeft, requireUse } from '../limits/count-use.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { type Admission, admitClaim, type Claimant, needsProof } from '../site/claim-rights-rules.ts';
import type { ClaimLinkEmail } from './claim-emails.ts';
import { lockFreeHandleLimit } from './free-claims-store.ts';
import { assertBelowLimit } from './free-limit-rules.ts';
import { assertAvailable } from './rules.ts';
import { lockClaimHolds } from './shared/reserved-claims-store.ts';
import { handleExists, insertHandle, ownerOf, updateProfile } from './store.ts';
import { waitFor } from './waiting/waiting-rules.ts';
import { isWaiting } from './waiting/waiting-store.ts';

/** Limits and prices that free claims are checked against. */
export interface ClaimTerms {
  /** Free handles that an account may have, unless an administrator set another limit for it. */
  handlesPerAccount: number;
  /** Returns the current price of a year of a plan in cents. */
  priceOf(db: Queryable, plan: Plan): Promise<number>;
}

/** A claim of a free handle by the owner of an address; `network` is undefined if networks are not limited. */
interface FreeClaim {
  handle: string;
  accountId: number;
  email: string;
  network: string | undefined;
  /** The id of the invitation to claim. */
  invitation: number | undefined;
}

/**
 * Throws an error with the reason if the owner of an address cannot claim a handle, or if its length does not match the
 * plan that the client named. Returns how the site admits the claim, and whether the handle costs something.
 */
async function checkClaim(
  db: Queryable,
  { priceOf }: ClaimTerms,
  { handle, email, plan, invitation }: Claimant & { plan?: string | undefined },
  now: Date,
): Promise<Admission & { costs: boolean }> {
  const admission = await admitClaim(db, { handle, email, invitation }, now);
  await assertAvailable(db, handle, now, { invitation: admission.invitation });
  const actual = planForHandle(handle);
  if (plan !== undefined && plan !== actual) throw new ApiError('plan_mismatch');
  return { ...admission, costs: actual !== 'Free' && (await priceOf(db, actual)) > 0 };
}

/** Does the same, and throws `payment_required` for a handle that costs something, unless a decision comes first. */
async function checkFreeClaim(...claim: Parameters<typeof checkClaim>): Promise<Admission> {
  const checked = await checkClaim(...claim);
  if (checked.costs && !checked.waits) throw new ApiError('payment_required');
  return checked;
}

/**
 * Orders the email whose link claims a handle free of charge; `quota` depends on who asks for it. Where an address must
 * be proven before an order, the link of a handle that costs something signs in and leads to the payment. Where claims
 * wait for a decision, the link makes the claim wait.
 */
export async function requestFreeClaim(
  db: Database,
  clock: Clock,
  terms: ClaimTerms,
  request: Claimant & { plan?: string | undefined; network: string | undefined },
  quota: EmailQuota,
  mailDomain: string,
): Promise<void> {
  const handle = request.handle.toLowerCase();
  assertForeignAddress(request.email, mailDomain, 'email');
  const { costs, waits } = await checkClaim(db, terms, { ...request, handle }, clock());
  if (costs && !(await needsProof(db))) throw new ApiError('payment_required');
  // The limit of the account is not checked here: the result would show strangers which addresses have an account.
  await assertUseLeft(db, { kind: 'free-claim', by: { network: request.network } }, clock());
  const kind = waits ? 'claim-request' : costs ? 'claim-payment' : 'claim';
  const { email, invitation } = request;
  await db
    .transaction()
    .execute((trx) => orderClaimEmail(trx, { kind, to: email, handle, invitation }, quota, clock()));
}

/** Orders the email of a claim again, for an administrator. Throws the same errors as `requestFreeClaim`. */
export async function resendFreeClaim(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  request: { email: string; handle: string; mailDomain: string },
  now: Date,
): Promise<void> {
  assertForeignAddress(request.email, request.mailDomain, 'email');
  const { email: to, handle } = request;
  const { waits } = await checkFreeClaim(trx, terms, { ...request, invitation: undefined }, now);
  await orderClaimEmail(trx, { kind: waits ? 'claim-request' : 'claim', to, handle }, { kind: 'other' }, now);
}

async function orderClaimEmail(
  trx: Transaction<DB>,
  email: ClaimLinkEmail,
  quota: EmailQuota,
  now: Date,
): Promise<void> {
  await orderEmail<ClaimLinkEmail>(trx, email, now, quota);
}

/**
 * Handles a claim link: creates the account, the handle and the session in one transaction. Where claims wait for a
 * decision, it only makes the claim wait.
 */
export function claimHandler(clock: Clock, terms: ClaimTerms): LinkHandler {
  return {
    async validate(db, link) {
      return link.handle !== null && (await handleExists(db, link.handle)) ? 'handle-gone' : null;
    },
    async details(db, { handle, email, claimInvitationId }) {
      if (handle === null) return {};
      if (await isWaiting(db, { handle, email })) return { state: 'waiting' };
      return (await mustAsk(db, { handle, email, invitation: claimInvitationId ?? undefined }, clock()))
        ? { asksFirst: true }
        : {};
    },
    async execute(trx, link, { network }) {
      const { handle } = link;
      if (handle === null) throw new ApiError('link_invalid');
      const claimant = { handle, email: link.email, invitation: link.claimInvitationId ?? undefined };
      if (await waitIfNeeded(trx, terms, { ...claimant, network }, clock())) return {};
      const accountId = await accountOfClaim(trx, link.email, clock());
      const claimed = await claimFree(trx, terms, { ...claimant, accountId, network }, clock());
      // A second link of the same person for the same handle succeeds.
      if (claimed === undefined && (await ownerOf(trx, handle))?.account_id !== accountId) {
        throw new ApiError('handle_gone');
      }
      return { signIn: accountId, goTo: pages.manage() };
    },
  };
}

/**
 * Gives a handle to the owner of an address whose claim an administrator has approved with an invitation. Returns false
 * if the handle has to be paid for first.
 */
export async function giveApproved(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  claim: Claimant & { invitation: number },
  now: Date,
): Promise<boolean> {
  const { costs } = await checkClaim(trx, terms, claim, now);
  if (costs) return false;
  const accountId = await accountOfInvited(trx, claim.email, now);
  const id = await claimFree(trx, terms, { ...claim, accountId, network: undefined }, now);
  if (id === undefined) throw new ApiError('handle_taken');
  return true;
}

/** Claims a handle free of charge for a signed-in account. Throws an error with the reason if it cannot be claimed. */
export async function createProfile(
  db: Database,
  terms: ClaimTerms,
  claim: Omit<FreeClaim, 'handle'>,
  wanted: { username: string; displayName?: string | null | undefined; bio?: string | null | undefined },
  now: Date,
): Promise<{ username: string } | { state: 'waiting' }> {
  const username = wanted.username.toLowerCase();
  return db.transaction().execute(async (trx) => {
    if (await waitIfNeeded(trx, terms, { ...claim, handle: username }, now)) return { state: 'waiting' };
    const id = await claimFree(trx, terms, { ...claim, handle: username }, now);
    if (id === undefined) throw new ApiError('handle_taken');
    await updateProfile(trx, id, toProfileColumns({ displayName: wanted.displayName, bio: wanted.bio }));
    return { username };
  });
}

/** Returns whether a claim would wait for a decision. One that is refused gets the reason when it is made. */
async function mustAsk(db: Queryable, claimant: Claimant, now: Date): Promise<boolean> {
  try {
    return (await admitClaim(db, claimant, now)).waits;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Makes a claim wait for a decision and returns true, if the site's rule is that. Throws the errors of `checkFreeClaim`. */
async function waitIfNeeded(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  claim: Claimant & { network: string | undefined },
  now: Date,
): Promise<boolean> {
  const { waits } = await admitClaim(trx, claim, now);
  if (!waits) return false;
  await lockClaimHolds(trx);
  if (await isWaiting(trx, claim)) return true;
  await checkFreeClaim(trx, terms, claim, now);
  await waitFor(trx, claim, now);
  return true;
}

/**
 * Grants a free handle within the limits of account and network; returns undefined if the handle exists. A handle of a paid
 * plan whose price is 0 is granted for a year. Throws `handle_limit`, `too_many_claims` and the errors of
 * `checkFreeClaim`, and `claims_approval` for a claim that must wait.
 */
async function claimFree(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  { handle, accountId, email, network, invitation: wanted }: FreeClaim,
  now: Date,
): Promise<number | undefined> {
  // Locked first, so that two concurrent claims cannot both take the last place.
  const own = await lockFreeHandleLimit(trx, accountId);
  if (await handleExists(trx, handle)) return undefined;
  const { invitation, waits } = await checkFreeClaim(trx, terms, { handle, email, invitation: wanted }, now);
  if (waits) throw new ApiError('claims_approval');
  await assertBelowLimit(trx, accountId, own ?? terms.handlesPerAccount);
  await requireUse(trx, { kind: 'free-claim', by: { network } }, now);
  const paidUntil = planForHandle(handle) === 'Free' ? null : yearsAfter(now, 1);
  const id = await insertHandle(trx, handle, accountId, paidUntil);
  if (id === undefined) return undefined;
  await spendInvitation(trx, invitation, now);
  await profileChanged(trx, id);
  return id;
}
