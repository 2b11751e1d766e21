import type { ARCChainEntry } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { isDomainIn } from '../address.ts';
import type { Chain } from '../findings.ts';
import type { Signatures } from './signatures.ts';

/** Validates the chain; `unanswered` are the names that the DNS had no answer for. */
export async function validateChain(
  { arc: found }: Signatures,
  trustedSealers: string[],
  unanswered: Set<string>,
): Promise<Chain> {
  const sets = found.chain || [];
  // Asked first: the validation takes the results that it reads apart.
  const vouched = vouchedFor(sets, trustedSealers);
  const { status, info = '' } = await arc(found, { resolver: found.keyCache.resolver as never });
  const result = status.result === 'pass' || status.result === 'none' ? status.result : 'fail';
  const sealer = domainOf(sets.at(-1));
  const promising = isDomainIn(sealer, trustedSealers);
  const unknown = result === 'fail' && sets.some((set) => keyNames(set).some((name) => unanswered.has(name)));
  return { verdict: { result, sealer, trusted: result === 'pass' && vouched }, info, sets, unknown, promising };
}

/**
 * Whether the sealers we trust, from the newest set back to the first of another, saw the message pass. Who saw it fail
 * DMARC vouches for nothing.
 */
function vouchedFor(sets: ARCChainEntry[], trustedSealers: string[]): boolean {
  for (const set of sets.toReversed()) {
    if (!isDomainIn(domainOf(set), trustedSealers)) return false;
    const seen = set['arc-authentication-results']?.parsed?.dmarc?.value;
    if (seen !== 'fail') return true;
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
