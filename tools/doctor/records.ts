import { isIP } from 'node:net';
import { type DkimKey, dkimRecord } from '../../server/plumbing/dkim-keys.ts';

export type DnsRecord = { type: 'MX' | 'TXT'; name: string; value: string };

type Names = { domain: string; hostname: string; postmaster: string; relay: string | undefined };

/** The records that a domain needs so that mail to it and from it works; every DKIM key that is kept stays published. */
export function neededRecords({ domain, hostname, postmaster, relay }: Names, keys: DkimKey[]): DnsRecord[] {
  const senders = ['mx', ...(relay ? [spfTerm(relay)] : [])].join(' ');
  return [
    { type: 'MX', name: domain, value: `10 ${hostname}.` },
    { type: 'TXT', name: domain, value: `v=spf1 ${senders} -all` },
    { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=quarantine; rua=mailto:${postmaster}` },
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

/** A record as a line of a zone file; long texts in strings of 255 octets at most (RFC 1035 3.3). */
export function zoneLine({ type, name, value }: DnsRecord): string {
  const text = type === 'TXT' ? (value.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ') : value;
  return `${name}. IN ${type} ${text}`;
}
