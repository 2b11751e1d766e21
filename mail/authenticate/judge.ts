import { splitAddress } from '../address.ts';
import type { Author, Findings } from '../findings.ts';

/** Whether a message may go on. `note` says what is odd about one that may; empty for nothing. */
export type Judgement =
  | { kind: 'deliver'; note: string }
  | { kind: 'refuse'; code: number; enhanced: string; words: string };

/**
 * Refuses what the owner of the author's domain wants refused, if nothing at all speaks for it: RFC 9989 7.4 warns of
 * rejecting on the policy alone, since mail through lists fails without being forged. An error of the DNS that may pass
 * puts the decision off. Of authors from several domains DMARC can say nothing (5.3.1); that is not to be a way around it.
 */
export function judge({ author, verdicts, doubtful }: Findings): Judgement {
  const { spf, dkim, dmarc, arc } = verdicts;
  const nothingPassed = spf.result !== 'pass' && !arc.trusted && !dkim.some(({ result }) => result === 'pass');
  const failed = dmarc.result === 'fail';
  if (nothingPassed && doubtful && (dmarc.result === 'temperror' || (failed && dmarc.policy === 'reject'))) {
    return {
      kind: 'refuse',
      code: 451,
      enhanced: '4.4.3',
      words: 'Cannot check now who has sent this, please try again',
    };
  }
  if (nothingPassed && dmarc.result === 'permerror' && domainsOf(author).size > 1) {
    const words = 'From names authors of several domains, and nothing shows that any of them has sent this';
    return { kind: 'refuse', code: 550, enhanced: '5.7.1', words };
  }
  if (!failed || dmarc.policy === 'none' || dmarc.policy === '') return { kind: 'deliver', note: '' };
  const { domain } = dmarc;
  if (arc.trusted) return { kind: 'deliver', note: `DMARC failed, but ${arc.sealer} vouches for the mail` };
  if (dmarc.policy === 'quarantine') {
    return { kind: 'deliver', note: `DMARC failed: ${domain} asks to treat such mail as suspicious` };
  }
  if (!nothingPassed) {
    return {
      kind: 'deliver',
      note: `DMARC failed: ${domain} asks to refuse such mail, but it may have come by a list`,
    };
  }
  const words = `${domain} asks to refuse mail that only pretends to come from there (DMARC)`;
  return { kind: 'refuse', code: 550, enhanced: '5.7.1', words };
}

function domainsOf({ addresses }: Author): Set<string> {
  return new Set(addresses.map((address) => splitAddress(address)?.domain.toLowerCase() ?? ''));
}
