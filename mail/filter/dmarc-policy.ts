import { splitAddress } from '../message/address.ts';
import type { AuthenticationResult, Author } from '../message/authentication-result.ts';

/** Decision about a message under the DMARC policy of its author domain. */
export type DmarcDecision =
  | {
      kind: 'deliver';
      /** Note for the recipients; may be empty. */
      note: string;
      /** Reason in the field that marks a DMARC failure; empty for no mark. */
      mark: string;
      /** A trusted ARC chain vouches for the author; From is rewritten. */
      excused: boolean;
      /** List-Id that recipients can allow to override the policy; may be empty. */
      list: string;
    }
  | {
      kind: 'refuse';
      code: number;
      enhanced: string;
      text: string;
      /** List-Id: recipients who allowed this list still get the message; may be empty. */
      list: string;
    };

/**
 * RFC 7489 6.6.4 applies the next lower policy to mail that pct excludes. RFC 9989 replaces pct with t=y, which has the
 * same effect, but domains that test a policy still publish pct=0. Other percentages are treated as 100, as in RFC
 * 9989.
 */
const BELOW = { reject: 'quarantine', quarantine: 'none', none: 'none', '': '' } as const;

const PASSED: DmarcDecision = { kind: 'deliver', note: '', mark: '', excused: false, list: '' };

/**
 * Applies p=reject and p=quarantine. RFC 9989 7.4 warns against rejecting by policy alone, because list mail fails
 * without being forged; but unaligned SPF, an unaligned signature and a List-Id are available to any spoofer.
 * Exceptions are a trusted ARC chain and a mailing list that the recipient allowed. A DNS failure defers the decision.
 * DMARC does not cover authors from several domains (5.3.1), so each of them must be aligned.
 */
export function applyDmarcPolicy({
  author,
  verdicts,
  hasDnsError,
  aligned,
  list,
}: AuthenticationResult): DmarcDecision {
  const { dmarc, arc } = verdicts;
  const { result, domain } = dmarc;
  const policy = dmarc.isTrial ? BELOW[dmarc.policy] : dmarc.policy;
  if (result === 'temperror' && !aligned && !arc.trusted) return deferDecision('');
  if (result === 'permerror' && !aligned && domainsOf(author).size > 1) {
    if (hasDnsError) return deferDecision('');
    const text = 'Rejected: From has authors of several domains and not all of them are authenticated';
    return { kind: 'refuse', code: 550, enhanced: '5.7.1', text, list: '' };
  }
  if (result !== 'fail' || policy === 'none' || policy === '') return PASSED;
  if (arc.trusted) {
    const note = `DMARC failed, but ${arc.sealer} vouches for the message`;
    return { kind: 'deliver', note, mark: `excused by the ARC chain of ${arc.sealer}`, excused: true, list: '' };
  }
  if (policy === 'quarantine') {
    const note = `DMARC failed: ${domain} asks receivers to treat such mail as suspicious`;
    return { kind: 'deliver', note, mark: `${domain} asks for quarantine`, excused: false, list };
  }
  if (hasDnsError) return deferDecision(list);
  const text = `Rejected: the DMARC policy of ${domain} asks receivers to reject unauthenticated mail`;
  return { kind: 'refuse', code: 550, enhanced: '5.7.1', text, list };
}

function deferDecision(list: string): DmarcDecision {
  const text = 'Sender authentication failed temporarily, please try again later';
  return { kind: 'refuse', code: 451, enhanced: '4.4.3', text, list };
}

function domainsOf({ addresses }: Author): Set<string> {
  return new Set(addresses.map((address) => splitAddress(address)?.domain.toLowerCase() ?? ''));
}
