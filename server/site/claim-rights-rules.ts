import { domainOf } from '../../contract/addresses.ts';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';
import type { SiteDocument } from '../../contract/site/site-document.ts';
import { hasProvenAccount } from '../accounts/shared/account-for-address-store.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readSite } from './site-rules.ts';

/** The number of domains up to which a refusal names them. */
const NAMED_DOMAINS = 3;

/**
 * Throws `claims_closed` or `claims_domain` if the site does not let the owner of an address have a new handle. Every
 * way to a handle calls this in the transaction that gives the handle, because the rule may have changed since the
 * first step.
 */
export async function assertMayClaim(db: Queryable, email: string): Promise<void> {
  const site = await readSite(db);
  const code = refusal(site, email);
  if (code !== null) throw new ApiError(code, { message: refusalText(site, code) });
}

/** Does the same for an order. Unless claims are open, the address must be that of the signed-in account. */
export async function assertMayOrder(db: Queryable, email: string, account?: { email: string }): Promise<void> {
  await assertMayClaim(db, email);
  const isProven = account?.email.toLowerCase() === email.toLowerCase();
  if (!isProven && (await needsProof(db))) throw new ApiError('address_unproven');
}

/** Does the same once an order is paid. Unless claims are open, somebody must have signed in with the address. */
export async function assertMayPay(db: Queryable, email: string): Promise<void> {
  await assertMayClaim(db, email);
  if ((await needsProof(db)) && !(await hasProvenAccount(db, email))) throw new ApiError('address_unproven');
}

/** Returns the code of the error that `assertMayPay` throws; null if it throws none. */
export async function claimRefusal(db: Queryable, email: string): Promise<ErrorCode | null> {
  try {
    await assertMayPay(db, email);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
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
    case 'closed':
      return 'claims_closed';
  }
}

/** Returns the reason, with the contact and, if they are few, the domains. */
function refusalText({ claims: { domains = [] }, contact }: SiteDocument, code: ErrorCode): string {
  const ask = contact === null ? '' : ` You can write to ${contact}.`;
  if (code === 'claims_domain' && domains.length <= NAMED_DOMAINS) {
    return `Only addresses at ${domains.join(', ')} can have a handle here. Please use such an address.${ask}`;
  }
  const [, message] = ERRORS[code];
  return `${message}${ask}`;
}
