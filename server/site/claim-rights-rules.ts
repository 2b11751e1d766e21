import { domainOf } from '../../contract/addresses.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { SiteDocument } from '../../contract/site/site-document.ts';
import { hasProvenAccount } from '../accounts/shared/account-for-address-store.ts';
import { invitationProblem } from '../claim-invitations/invitation-rules.ts';
import { findInvitation } from '../claim-invitations/shared/claim-invitations-store.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readSite } from './site-rules.ts';

/** The number of domains up to which a refusal names them. */
const NAMED_DOMAINS = 3;

/** The owner of an address who wants a handle, with the id of the invitation if there is one. */
export interface Claimant {
  email: string;
  handle: string;
  invitation: number | undefined;
}

/** How the site admits a claim that it does not refuse. */
export interface Admission {
  /** The invitation that admits the claim, which uses it once; undefined if the claim needs none. */
  invitation: number | undefined;
  /** Whether an administrator decides about the claim. */
  waits: boolean;
}

/**
 * Returns how the site admits a claim. Throws `claims_closed`, `claims_domain` or `claims_invitation` if it refuses the
 * claim. Every way to a handle calls this in the transaction that gives the handle, because the rule may have changed
 * since the first step. An invitation admits its holder whatever the rule is, but only a claim that needs it uses it.
 */
export async function admitClaim(db: Queryable, claimant: Claimant, now: Date): Promise<Admission> {
  const site = await readSite(db);
  const code = refusal(site, claimant.email);
  const { invitation: id } = claimant;
  const invitation = id === undefined ? undefined : await findInvitation(db, id);
  if (code === null && invitation?.handle !== claimant.handle) return { invitation: undefined, waits: false };
  const problem = id === undefined ? undefined : invitationProblem(invitation, claimant, now);
  if (problem === null) return { invitation: id, waits: false };
  if (code === null || code === 'claims_approval') return { invitation: undefined, waits: code !== null };
  if (problem !== undefined) throw new ApiError('claims_invitation', { message: `${problem}${askText(site)}` });
  throw new ApiError(code, { message: refusalText(site, code) });
}

/** Does the same for a step that cannot wait for a decision. Throws `claims_approval` if the claim must. */
export async function assertMayClaim(db: Queryable, claimant: Claimant, now: Date): Promise<Admission> {
  const admission = await admitClaim(db, claimant, now);
  if (admission.waits) throw new ApiError('claims_approval');
  return admission;
}

/** Does the same for an order. Unless claims are open, the address must be that of the signed-in account. */
export async function assertMayOrder(
  db: Queryable,
  claimant: Claimant,
  now: Date,
  account?: { email: string },
): Promise<Admission> {
  const admission = await assertMayClaim(db, claimant, now);
  const { email } = claimant;
  const isProven = account?.email.toLowerCase() === email.toLowerCase();
  if (!isProven && (await needsProof(db))) throw new ApiError('address_unproven');
  return admission;
}

/** Does the same once an order is paid. Unless claims are open, somebody must have signed in with the address. */
export async function assertMayPay(db: Queryable, claimant: Claimant, now: Date): Promise<Admission> {
  const admission = await assertMayClaim(db, claimant, now);
  if ((await needsProof(db)) && !(await hasProvenAccount(db, claimant.email))) throw new ApiError('address_unproven');
  return admission;
}

/** Returns the error that `assertMayPay` throws; null if it throws none. */
export async function claimRefusal(db: Queryable, claimant: Claimant, now: Date): Promise<ApiError | null> {
  try {
    await assertMayPay(db, claimant, now);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Returns whether an address must be proven before an order is taken: claims are not open to everyone. */
export async function needsProof(db: Queryable): Promise<boolean> {
  return (await readSite(db)).claims.mode !== 'open';
}

function refusal({ claims }: SiteDocument, email: string): ErrorCode | null {
  switch (claims.mode) {
    case 'open':
      return null;
    case 'domains':
      return claims.domains?.includes(domainOf(email).toLowerCase()) ? null : 'claims_domain';
    case 'invitation':
      return 'claims_invitation';
    case 'approval':
      return 'claims_approval';
    case 'closed':
      return 'claims_closed';
  }
}

/** Returns the reason with whom to ask, and with the domains if they are few. */
function refusalText(site: SiteDocument, code: ErrorCode): string {
  const { domains = [] } = site.claims;
  const ask = askText(site);
  if (code === 'claims_domain' && domains.length <= NAMED_DOMAINS) {
    return `Only addresses at ${domains.join(', ')} can have a handle here. Please use such an address.${ask}`;
  }
  const [, message] = ERRORS[code];
  return `${message}${ask}`;
}

/** Returns a sentence about whom to ask, with a space before it; nothing if the site names no contact. */
function askText({ contact }: SiteDocument): string {
  return contact === null ? '' : ` You can write to ${contact}.`;
}
