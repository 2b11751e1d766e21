import type { ARCChainEntry } from 'mailauth';
import { asciiDomain, isDomainIn } from '../message/address.ts';
import type { ArcChain } from '../message/authentication-result.ts';
import type { Signatures } from './dkim.ts';
import { arc } from './mailauth-internals.ts';

export interface ArcContext {
  trustedSealers: string[];
  /** Names whose DNS lookup failed. */
  failedNames: Set<string>;
  /** Domain of the current From field. */
  authorDomain: string;
}

/** Validates the chain (RFC 8617 5.2) and checks whether trusted sealers vouch for the author. */
export async function validateArcChain(
  { arc: found }: Signatures,
  { trustedSealers, failedNames, authorDomain }: ArcContext,
): Promise<ArcChain> {
  const sets = found.chain || [];
  // Must precede the validation, which modifies the parsed results.
  const trustedPass = hasTrustedPass(sets, trustedSealers, asciiDomain(authorDomain.toLowerCase()));
  const { status, info = '' } = await arc(found, { resolver: found.keyCache.resolver as never });
  const result = status.result === 'pass' || status.result === 'none' ? status.result : 'fail';
  const sealer = sealerOf(sets.at(-1));
  const isSealerTrusted = isDomainIn(sealer, trustedSealers);
  const isUndetermined = result === 'fail' && sets.some((set) => keyNames(set).some((name) => failedNames.has(name)));
  const verdict = { result, sealer, trusted: result === 'pass' && trustedPass } as const;
  return { verdict, info, sets, isUndetermined, isSealerTrusted };
}

/** DMARC result parsed by mailauth from ARC-Authentication-Results; its types lack these fields. */
interface DmarcResult {
  value?: unknown;
  header?: { from?: unknown };
}

/**
 * Returns whether one of the trusted sealers at the newest end of the chain recorded dmarc=pass for this author domain.
 * A result for another domain does not count: some sealers let customers change From before sealing.
 */
function hasTrustedPass(sets: ARCChainEntry[], trustedSealers: string[], authorDomain: string): boolean {
  if (authorDomain === '') return false;
  for (const set of sets.toReversed()) {
    if (!isDomainIn(sealerOf(set), trustedSealers)) return false;
    const seen: DmarcResult = set['arc-authentication-results']?.parsed?.dmarc ?? {};
    if (String(seen.value).toLowerCase() !== 'pass') continue;
    const from = String(seen.header?.from ?? '').toLowerCase();
    return asciiDomain(from.slice(from.lastIndexOf('@') + 1)) === authorDomain;
  }
  return false;
}

function sealerOf(set: ARCChainEntry | undefined): string {
  return String(set?.['arc-seal']?.parsed?.d?.value ?? '').toLowerCase();
}

function keyNames(set: ARCChainEntry): string[] {
  return [set['arc-seal'], set['arc-message-signature']].map((field) =>
    `${field?.parsed?.s?.value}._domainkey.${field?.parsed?.d?.value}`.toLowerCase(),
  );
}
