import type { DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** One authentication check of a message. `result` is as in Authentication-Results (RFC 8601 2.7). */
export interface Check {
  name: 'SPF' | 'DKIM' | 'DMARC' | 'ARC';
  result: string;
  /** The checked domain, empty if unknown. */
  domain: string;
  tone: Tone;
  meaning: string;
}

const MEANINGS: Record<Check['name'], Record<string, string>> = {
  SPF: {
    pass: 'This server may send for the sender’s domain.',
    fail: 'The sender’s domain does not allow this server to send for it.',
    softfail: 'The sender’s domain does not list this server, but does not forbid it either.',
    neutral: 'The sender’s domain makes no statement about this server.',
    none: 'The sender’s domain does not publish which servers may send for it.',
  },
  DKIM: {
    pass: 'Signed by this domain and unchanged since.',
    fail: 'The signature does not match: the message was changed on its way, or is forged.',
    neutral: 'There is a signature, but no key in DNS with which it could be checked.',
    policy: 'There is a signature, but it is not acceptable.',
    none: 'This message is not signed.',
  },
  DMARC: {
    pass: 'The address in From is genuine: its domain authenticated this message.',
    fail: 'The domain in From did not authenticate this message.',
    none: 'The domain in From publishes no policy to check against.',
  },
  ARC: {
    pass: 'The servers that passed this message on sealed their checks, and the seals are valid.',
    fail: 'A server that passed this message on sealed its checks, and the seal is not valid.',
    none: 'No server that passed this message on sealed its checks, and none needs to.',
  },
};
const ERROR_MEANINGS: Record<string, string> = {
  temperror: 'DNS did not respond, so this could not be checked.',
  permerror: 'The domain’s DNS record is invalid, so this could not be checked.',
};
const TONES: Record<string, Tone> = { pass: 'success', fail: 'danger', softfail: 'warning', permerror: 'warning' };

/** Our own signature on a test mail. Its key is not in DNS, because local mode publishes no keys. */
const OWN_SIGNATURE = {
  result: 'own',
  tone: 'neutral',
  meaning: 'This server signed the message itself. Its key is not in DNS, which is normal in local mode.',
} as const;

/**
 * Returns the checks of a message. SPF and DKIM come before DMARC, which is based on them. `ownDomain` is our domain if
 * the mail came from this machine; only then is a signature in our name certainly ours.
 */
export function checksOf({ spf, dkim, dmarc, arc }: DeliveryEvent, ownDomain?: string): Check[] {
  const signatures = dkim?.length === 0 ? ['none'] : (dkim ?? []);
  return [
    ...(spf === undefined ? [] : [check('SPF', spf)]),
    ...signatures.map((value) => signature(check('DKIM', value), ownDomain)),
    ...(dmarc === undefined ? [] : [check('DMARC', dmarc)]),
    ...(arc === undefined ? [] : [check('ARC', arc)]),
  ];
}

function check(name: Check['name'], value: string): Check {
  const [result = '', ...rest] = value.trim().split(/\s+/);
  const meaning = MEANINGS[name][result] ?? ERROR_MEANINGS[result] ?? 'This could not be checked.';
  return { name, result, domain: rest.join(' '), tone: TONES[result] ?? 'neutral', meaning };
}

function signature(found: Check, ownDomain: string | undefined): Check {
  return found.result === 'neutral' && found.domain === ownDomain ? { ...found, ...OWN_SIGNATURE } : found;
}
