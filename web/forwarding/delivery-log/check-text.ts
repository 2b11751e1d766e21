import type { DeliveryEvent } from '../../../contract/delivery-log.ts';
import type { Tone } from '../../ui/badge.tsx';

/** One check of a mail's origin: what it is called, its result as in Authentication-Results, and what that means. */
export interface Check {
  name: 'SPF' | 'DKIM' | 'DMARC' | 'ARC';
  result: string;
  /** The domain that it is about, where it is known. */
  domain: string;
  tone: Tone;
  meaning: string;
}

const MEANINGS: Record<Check['name'], Record<string, string>> = {
  SPF: {
    pass: 'This server may send for the sender’s domain.',
    fail: 'The sender’s domain says that this server may not send for it.',
    softfail: 'The sender’s domain does not know this server, but does not rule it out.',
    neutral: 'The sender’s domain does not say whether this server may send for it.',
    none: 'The sender’s domain does not say which servers may send for it.',
  },
  DKIM: {
    pass: 'Signed by this domain, and not a letter changed since.',
    fail: 'The signature does not match: changed on its way, or forged.',
    neutral: 'There is a signature, but it can not be read.',
    policy: 'There is a signature, but it is not one to rely on.',
    none: 'Nobody signed this mail.',
  },
  DMARC: {
    pass: 'The address in From is genuine: its domain vouches for this mail.',
    fail: 'The domain in From does not vouch for this mail.',
    none: 'The domain in From has published no rule to check against.',
  },
  ARC: {
    pass: 'Earlier forwarders sealed what they saw, and the seals hold.',
    fail: 'An earlier forwarder’s seal is broken.',
    none: 'No earlier forwarder has sealed it, and none had to.',
  },
};
const UNANSWERED: Record<string, string> = {
  temperror: 'The DNS gave no answer, so this could not be checked.',
  permerror: 'The domain’s record is faulty, so this could not be checked.',
};
const TONES: Record<string, Tone> = { pass: 'success', fail: 'danger', softfail: 'warning', permerror: 'warning' };

/** The checks of a mail in the order in which they build upon each other. */
export function checksOf({ spf, dkim, dmarc, arc }: DeliveryEvent): Check[] {
  const signatures = dkim?.length === 0 ? ['none'] : (dkim ?? []);
  return [
    ...(spf === undefined ? [] : [check('SPF', spf)]),
    ...signatures.map((said) => check('DKIM', said)),
    ...(dmarc === undefined ? [] : [check('DMARC', dmarc)]),
    ...(arc === undefined ? [] : [check('ARC', arc)]),
  ];
}

function check(name: Check['name'], said: string): Check {
  const [result = '', ...rest] = said.trim().split(/\s+/);
  const meaning = MEANINGS[name][result] ?? UNANSWERED[result] ?? 'This could not be checked.';
  return { name, result, domain: rest.join(' '), tone: TONES[result] ?? 'neutral', meaning };
}
