import { isIP } from 'node:net';
import { type Finding, note, ok, wrong } from '../finding.ts';
import { type Dns, textsOf } from './dns.ts';

/**
 * Providers whose relays send from addresses of other hosts: the ending of the relay's name, and the required SPF
 * include.
 */
const PROVIDERS: [ending: string, include: string][] = [
  ['.amazonaws.com', 'amazonses.com'],
  ['.mailgun.org', 'mailgun.org'],
  ['.sendgrid.net', 'sendgrid.net'],
  ['.postmarkapp.com', 'spf.mtasv.net'],
  ['.mailjet.com', 'spf.mailjet.com'],
  ['.smtp2go.com', 'spf.smtp2go.com'],
  ['.gmail.com', '_spf.google.com'],
  ['.office365.com', 'spf.protection.outlook.com'],
  ['.outlook.com', 'spf.protection.outlook.com'],
];

/** Returns the SPF term that covers a relay: the include of its provider, or its own host or address. */
export function relayTerm(relay: string): string {
  const include = includeOf(relay);
  if (include !== undefined) return `include:${include}`;
  const address = relay.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? `a:${relay}` : `ip${version}:${address}`;
}

const includeOf = (relay: string) => PROVIDERS.find(([ending]) => `.${relay.toLowerCase()}`.endsWith(ending))?.[1];

/** Checks whether the published SPF record covers the relay. For an unknown relay, the record must cover only its own host. */
export async function checkRelaySpf(dns: Dns, domain: string, relay: string): Promise<Finding> {
  const include = includeOf(relay);
  if (include === undefined) {
    return note(
      `the SPF record below names the host ${relay} only: if your provider sends from other addresses, replace it with the documented include:`,
    );
  }
  const record = (await textsOf(dns, domain)).find((text) => /^v=spf1( |$)/i.test(text)) ?? '';
  const terms = record.toLowerCase().split(/\s+/);
  if (terms.includes(`include:${include}`)) return ok(`the SPF record of ${domain} includes ${include}, for the relay`);
  return wrong(
    `the SPF record of ${domain} does not include ${include}, from which ${relay} sends`,
    `add include:${include} to it, as in the TXT record below`,
  );
}
