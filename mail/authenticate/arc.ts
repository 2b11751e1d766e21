import type { ARCChainEntry } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { asciiDomain, isDomainIn } from '../message/address.ts';
import type { Chain } from '../message/authentication-result.ts';
import type { Signatures } from './dkim.ts';

export interface Validation {
  trustedSealers: string[];
  /** Names that the DNS had no answer for. */
  unanswered: Set<string>;
  /** Domain of the author whom the message names now. */
  authorDomain: string;
}

/** Validates the chain (RFC 8617 5.2), and decides whether its sealers vouch for the author. */
export async function validateArcChain(
  { arc: found }: Signatures,
  { trustedSealers, unanswered, authorDomain }: Validation,
): Promise<Chain> {
  const sets = found.chain || [];
  // Read before the validation, which changes the parsed results.
  const vouched = vouchedFor(sets, trustedSealers, asciiDomain(authorDomain.toLowerCase()));
  const { status, info = '' } = await arc(found, { resolver: found.keyCache.resolver as never });
  const result = status.result === 'pass' || status.result === 'none' ? status.result : 'fail';
  const sealer = domainOf(sets.at(-1));
  const promising = isDomainIn(sealer, trustedSealers);
  const unknown = result === 'fail' && sets.some((set) => keyNames(set).some((name) => unanswered.has(name)));
  return { verdict: { result, sealer, trusted: result === 'pass' && vouched }, info, sets, unknown, promising };
}

/** A DMARC result as mailauth parses it from ARC-Authentication-Results, more than its types say. */
interface DmarcResult {
  value?: unknown;
  header?: { from?: unknown };
}

/**
 * Whether one of the trusted sealers at the newest end of the chain recorded dmarc=pass for this very author. A result
 * for another domain vouches for nothing: some sealers let their customers change From before they seal.
 */
function vouchedFor(sets: ARCChainEntry[], trustedSealers: string[], authorDomain: string): boolean {
  if (authorDomain === '') return false;
  for (const set of sets.toReversed()) {
    if (!isDomainIn(domainOf(set), trustedSealers)) return false;
    const seen: DmarcResult = set['arc-authentication-results']?.parsed?.dmarc ?? {};
    if (String(seen.value).toLowerCase() !== 'pass') continue;
    const from = String(seen.header?.from ?? '').toLowerCase();
    return asciiDomain(from.slice(from.lastIndexOf('@') + 1)) === authorDomain;
  }
  return false;
}

function domainOf(set: ARCChainEntry | undefined): string {
  return String(set?.['arc-seal']?.parsed?.d?.value ?? '').toLowerCase();
}

function keyNames(set: ARCChainEntry): string[] {
  return [set['arc-seal'], set['arc-message-signature']].map((field) =>
    `${field?.parsed?.s?.value}._domainkey.${field?.parsed?.d?.value}`.toLowerCase(),
  );
}
