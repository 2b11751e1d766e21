import { isIP } from 'node:net';
import { type DkimKey, dkimRecord } from '../../server/mail/keys/dkim-keys.ts';
import { policyHost } from '../../server/mail/mta-sts-rules.ts';

export type DnsRecord = { type: 'MX' | 'TXT' | 'CNAME' | 'PTR'; name: string; value: string };

interface Names {
  domain: string;
  hostname: string;
  postmaster: string;
  relay: string | undefined;
  /** Where our pages are served, the policy of MTA-STS too. */
  site: string;
  /** The id of that policy. */
  policyId: string;
}

/** The records that a domain needs so that mail to it and from it works; every DKIM key that is kept stays published. */
export function neededRecords(names: Names, keys: Pick<DkimKey, 'selector' | 'privateKey'>[]): DnsRecord[] {
  const { domain, hostname, postmaster, relay, site, policyId } = names;
  const senders = ['mx', ...(relay ? [spfTerm(relay)] : [])].join(' ');
  return [
    { type: 'MX', name: domain, value: `10 ${hostname}.` },
    { type: 'TXT', name: domain, value: `v=spf1 ${senders} -all` },
    // Bounces and automatic replies leave with the null sender: receivers look for SPF at the name in EHLO (RFC 7208 2.4).
    ...(hostname === domain ? [] : [{ type: 'TXT' as const, name: hostname, value: 'v=spf1 a -all' }]),
    { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=quarantine; rua=mailto:${postmaster}` },
    { type: 'TXT', name: `_mta-sts.${domain}`, value: `v=STSv1; id=${policyId};` },
    { type: 'CNAME', name: policyHost(domain), value: `${site}.` },
    { type: 'TXT', name: `_smtp._tls.${domain}`, value: `v=TLSRPTv1; rua=mailto:${postmaster}` },
    ...keys.map((key) => ({
      type: 'TXT' as const,
      name: `${key.selector}._domainkey.${domain}`,
      value: dkimRecord(key),
    })),
  ];
}

function spfTerm(relay: string): string {
  const address = relay.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? `a:${relay}` : `ip${version}:${address}`;
}

/** The records that lead from addresses back to the name of the mail host (RFC 1035 3.5, RFC 3596 2.5). */
export function reverseRecords(addresses: string[], hostname: string): DnsRecord[] {
  return addresses.map((address) => ({ type: 'PTR', name: reverseName(address), value: `${hostname}.` }));
}

function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

/** A record as a line of a zone file; long texts in strings of 255 octets at most (RFC 1035 3.3). */
export function zoneLine({ type, name, value }: DnsRecord): string {
  const text = type === 'TXT' ? (value.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ') : value;
  return `${name}. IN ${type} ${text}`;
}
