import { pages } from '../../contract/paths.ts';
import { yearsAfter } from '../../contract/payments/paid-years.ts';
import { type Plan, planForHandle } from '../../contract/payments/plans.ts';
import type { DB } from '../../db/schema.ts';
import { accountOfClaim } from '../accounts/rules.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { orderEmail } from '../emails/rules.ts';
import type { EmailQuota } from '../emails/shared/email-rate-limit.ts';
import { toProfileColumns } from '../handle-access/profile-fields.ts';
import { assertUseLeft, requireUse } from '../limits/count-use.ts';
import type { LinkHandler } from '../magic-links/rules.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Database, Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { assertMayClaim, needsProof } from '../site/claim-rights-rules.ts';
import type { ClaimEmail } from './claim-emails.ts';
import { lockFreeHandleLimit } from './free-claims-store.ts';
import { assertBelowLimit } from './free-limit-rules.ts';
import { assertAvailable } from './rules.ts';
import { handleExists, insertHandle, ownerOf, updateProfile } from './store.ts';

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
}

/**
 * Throws an error with the reason if the owner of an address cannot claim a handle, or if its length does not match the
 * plan that the client named. Returns whether the handle costs something.
 */
async function checkClaim(
  db: Queryable,
  { priceOf }: ClaimTerms,
  { handle, email, plan }: { handle: string; email: string; plan?: string | undefined },
  now: Date,
): Promise<{ costs: boolean }> {
  await assertMayClaim(db, email);
  await assertAvailable(db, handle, now);
  const actual = planForHandle(handle);
  if (plan !== undefined && plan !== actual) throw new ApiError('plan_mismatch');
  return { costs: actual !== 'Free' && (await priceOf(db, actual)) > 0 };
}

/** Does the same, and throws `payment_required` for a handle that costs something. */
async function assertFreeClaim(...claim: Parameters<typeof checkClaim>): Promise<void> {
  if ((await checkClaim(...claim)).costs) throw new ApiError('payment_required');
}

/**
 * Orders the email whose link claims a handle free of charge; `quota` depends on who asks for it. Where an address must
 * be proven before an order, the link of a handle that costs something signs in and leads to the payment.
 */
export async function requestFreeClaim(
  db: Database,
  clock: Clock,
  terms: ClaimTerms,
  request: { email: string; handle: string; plan?: string | undefined; network: string | undefined },
  quota: EmailQuota,
  mailDomain: string,
): Promise<void> {
  const handle = request.handle.toLowerCase();
  assertForeignAddress(request.email, mailDomain, 'email');
  const { costs } = await checkClaim(db, terms, { ...request, handle }, clock());
  if (costs && !(await needsProof(db))) throw new ApiError('payment_required');
  // The limit of the account is not checked here: the result would show strangers which addresses have an account.
  await assertUseLeft(db, { kind: 'free-claim', by: { network: request.network } }, clock());
  await db
    .transaction()
    .execute((trx) => orderClaimEmail(trx, { email: request.email, handle, costs }, quota, clock()));
}

/** Orders the email of a claim again, for an administrator. Throws the same errors as `requestFreeClaim`. */
export async function resendFreeClaim(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  request: { email: string; handle: string; mailDomain: string },
  now: Date,
): Promise<void> {
  assertForeignAddress(request.email, request.mailDomain, 'email');
  await assertFreeClaim(trx, terms, request, now);
  await orderClaimEmail(trx, request, { kind: 'other' }, now);
}

async function orderClaimEmail(
  trx: Transaction<DB>,
  { email, handle, costs = false }: { email: string; handle: string; costs?: boolean },
  quota: EmailQuota,
  now: Date,
): Promise<void> {
  await orderEmail<ClaimEmail>(trx, { kind: costs ? 'claim-payment' : 'claim', to: email, handle }, now, quota);
}

/** Handles a claim link: creates the account, the handle and the session in one transaction. */
export function claimHandler(clock: Clock, terms: ClaimTerms): LinkHandler {
  return {
    async validate(db, link) {
      return link.handle !== null && (await handleExists(db, link.handle)) ? 'handle-gone' : null;
    },
    async execute(trx, link, { network }) {
      const { handle } = link;
      if (handle === null) throw new ApiError('link_invalid');
      const accountId = await accountOfClaim(trx, link.email, clock());
      const claimed = await claimFree(trx, terms, { handle, accountId, email: link.email, network }, clock());
      // A second link of the same person for the same handle succeeds.
      if (claimed === undefined && (await ownerOf(trx, handle))?.account_id !== accountId) {
        throw new ApiError('handle_gone');
      }
      return { signIn: accountId, goTo: pages.manage() };
    },
  };
}

/** Claims a handle free of charge for a signed-in account. Throws an error with the reason if it cannot be claimed. */
export async function createProfile(
  db: Database,
  terms: ClaimTerms,
  claim: Omit<FreeClaim, 'handle'>,
  wanted: { username: string; displayName?: string | null | undefined; bio?: string | null | undefined },
  now: Date,
): Promise<{ username: string }> {
  const username = wanted.username.toLowerCase();
  return db.transaction().execute(async (trx) => {
    await assertFreeClaim(trx, terms, { handle: username, email: claim.email }, now);
    const id = await claimFree(trx, terms, { ...claim, handle: username }, now);
    if (id === undefined) throw new ApiError('handle_taken');
    await updateProfile(trx, id, toProfileColumns({ displayName: wanted.displayName, bio: wanted.bio }));
    return { username };
  });
}

/**
 * Grants a free handle within the limits of account and network; returns undefined if the handle exists. A handle of a paid
 * plan whose price is 0 is granted for a year. Throws `handle_limit`, `too_many_claims` and the errors of
 * `assertFreeClaim`.
 */
async function claimFree(
  trx: Transaction<DB>,
  terms: ClaimTerms,
  { handle, accountId, email, network }: FreeClaim,
  now: Date,
): Promise<number | undefined> {
  // Locked first, so that two concurrent claims cannot both take the last place.
  const own = await lockFreeHandleLimit(trx, accountId);
  if (await handleExists(trx, handle)) return undefined;
  await assertFreeClaim(trx, terms, { handle, email }, now);
  await assertBelowLimit(trx, accountId, own ?? terms.handlesPerAccount);
  await requireUse(trx, { kind: 'free-claim', by: { network } }, now);
  const paidUntil = planForHandle(handle) === 'Free' ? null : yearsAfter(now, 1);
  const id = await insertHandle(trx, handle, accountId, paidUntil);
  if (id !== undefined) await profileChanged(trx, id);
  return id;
}
