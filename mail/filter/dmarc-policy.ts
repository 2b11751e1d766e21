import { splitAddress } from '../message/address.ts';
import type { AuthenticationResult, Author } from '../message/authentication-result.ts';

/** What is to happen to a message, by the DMARC policy of its author's domain. */
export type DmarcDecision =
  | {
      kind: 'deliver';
      /** What is odd about it, for its recipients; empty for nothing. */
      note: string;
      /** Why it leaves marked as failing DMARC; empty where it does not. */
      mark: string;
      /** A trusted chain vouches for its author, so that From is rewritten. */
      excused: boolean;
      /** List-Id of a mailing list that excuses it where its recipients allowed the list; empty for none. */
      list: string;
    }
  | {
      kind: 'refuse';
      code: number;
      enhanced: string;
      text: string;
      /** Recipients who allowed this mailing list get the message all the same; empty for nobody. */
      list: string;
    };

const PASSED: DmarcDecision = { kind: 'deliver', note: '', mark: '', excused: false, list: '' };

/**
 * Refuses what the owner of the author's domain wants refused (p=reject). RFC 9989 7.4 warns of rejecting on the policy
 * alone, since mail through lists fails without being forged; yet unaligned SPF, an unaligned signature and a List-Id
 * are what every spoofer has. A trusted chain excuses a failure, and so does a mailing list that the recipient allowed.
 * An error of the DNS that may pass puts the decision off. Of authors from several domains DMARC can say nothing
 * (5.3.1), so each of them has to be vouched for.
 */
export function applyDmarcPolicy({ author, verdicts, doubtful, aligned, list }: AuthenticationResult): DmarcDecision {
  const { dmarc, arc } = verdicts;
  const { result, policy, domain } = dmarc;
  if (result === 'temperror' && !aligned && !arc.trusted) return tryAgain('');
  if (result === 'permerror' && !aligned && domainsOf(author).size > 1) {
    if (doubtful) return tryAgain('');
    const words = 'From names authors of several domains, and not all of them are shown to have sent this';
    return { kind: 'refuse', code: 550, enhanced: '5.7.1', text: words, list: '' };
  }
  if (result !== 'fail' || policy === 'none' || policy === '') return PASSED;
  if (arc.trusted) {
    const note = `DMARC failed, but ${arc.sealer} vouches for the mail`;
    return { kind: 'deliver', note, mark: `excused by the ARC chain of ${arc.sealer}`, excused: true, list: '' };
  }
  if (policy === 'quarantine') {
    const note = `DMARC failed: ${domain} asks to treat such mail as suspicious`;
    return { kind: 'deliver', note, mark: `${domain} asks for quarantine`, excused: false, list };
  }
  if (doubtful) return tryAgain(list);
  const words = `${domain} asks to refuse mail that only pretends to come from there (DMARC)`;
  return { kind: 'refuse', code: 550, enhanced: '5.7.1', text: words, list };
}

function tryAgain(list: string): DmarcDecision {
  const words = 'Cannot check now who has sent this, please try again';
  return { kind: 'refuse', code: 451, enhanced: '4.4.3', text: words, list };
}

function domainsOf({ addresses }: Author): Set<string> {
  return new Set(addresses.map((address) => splitAddress(address)?.domain.toLowerCase() ?? ''));
}
