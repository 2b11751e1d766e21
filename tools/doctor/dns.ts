import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { publicKeyOf } from '../../server/mail/keys/dkim-keys.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import type { DnsRecord } from './records.ts';

/** What the doctor asks of DNS; node's Resolver fits. */
export type Dns = Pick<Resolver, 'resolve' | 'resolve4' | 'resolve6' | 'resolveMx' | 'resolveTxt' | 'reverse'>;

export function createDns(servers: string[]): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

const KINDS = [
  ['v=spf1', 'SPF'],
  ['v=DMARC1', 'DMARC'],
  ['v=STSv1', 'MTA-STS'],
  ['v=TLSRPTv1', 'TLS-RPT'],
] as const;
/** Mail works without these; with them nobody between can read it, and we hear of trouble. */
const OPTIONAL = new Set<string>(['MTA-STS', 'TLS-RPT']);

/** Whether the world sees the records, and whether the mail host's name and address lead to each other. */
export async function checkDns(dns: Dns, hostname: string, records: DnsRecord[]): Promise<Finding[]> {
  const seen = await Promise.all(records.map((record) => checkRecord(dns, record)));
  return [...(await checkHost(dns, hostname)), ...seen];
}

/** All addresses of a name; none where it has none, or nobody can tell. */
export async function addressesOf(dns: Dns, name: string): Promise<string[]> {
  return [...(await answers(dns.resolve4(name))), ...(await answers(dns.resolve6(name)))];
}

async function checkHost(dns: Dns, hostname: string): Promise<Finding[]> {
  const addresses = await addressesOf(dns, hostname);
  if (addresses.length === 0)
    return [wrong(`${hostname} has no address`, 'add an A record with this machine’s address')];
  const own = new Set(Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []));
  const findings: Finding[] = addresses.some((address) => own.has(address))
    ? []
    : [note(`${hostname} leads to ${addresses.join(', ')}, which is no address of this machine itself`)];
  for (const address of addresses) {
    const names = await answers(dns.reverse(address));
    findings.push(
      names.some((name) => same(name, hostname))
        ? ok(`${address} is called ${hostname} (PTR)`)
        : wrong(
            `${address} is called ${names.join(', ') || 'nothing'} (PTR), not ${hostname}`,
            'ask whoever gave you the address to set its PTR record: many servers refuse mail without it',
          ),
    );
  }
  return findings;
}

async function checkRecord(dns: Dns, record: DnsRecord): Promise<Finding> {
  const { type, name, value } = record;
  if (type === 'MX') {
    const host = value.replace(/^\d+ |\.$/g, '');
    const found = await answers(dns.resolveMx(name));
    if (found.some(({ exchange }) => same(exchange, host))) return ok(`MX of ${name} leads to ${host}`);
    return wrong(
      `MX of ${name} leads to ${found.map(({ exchange }) => exchange).join(', ') || 'nowhere'}`,
      'add the MX record below',
    );
  }
  if (type !== 'TXT') return checkPolicyHost(dns, name);
  const kind = KINDS.find(([start]) => value.startsWith(start))?.[1] ?? 'DKIM';
  const texts = (await answers(dns.resolveTxt(name))).map((parts) => parts.join(''));
  const found = texts.filter((text) => text.startsWith(value.split(/[ ;]/)[0] ?? ''));
  const [text] = found;
  if (text === undefined && OPTIONAL.has(kind))
    return note(`${name} has no ${kind} record: the TXT record below adds it`);
  if (text === undefined) return wrong(`${name} has no ${kind} record`, 'add the TXT record below');
  if (found.length > 1) return wrong(`${name} has ${found.length} ${kind} records`, 'leave one of them');
  if (kind === 'MTA-STS' && idOf(text) !== idOf(value)) {
    return wrong(`the MTA-STS record at ${name} announces another policy`, 'give it the id of the TXT record below');
  }
  // SPF and DMARC are the owner's to word; a DKIM record must carry our very key.
  if (kind !== 'DKIM' || publicKeyOf(text) === publicKeyOf(value)) return ok(`${name} has a ${kind} record`);
  return wrong(`the DKIM record at ${name} carries another key`, 'replace it by the TXT record below');
}

/** Whether there is a host that could serve our policy; whether it does is asked of itself. */
async function checkPolicyHost(dns: Dns, name: string): Promise<Finding> {
  const addresses = await addressesOf(dns, name);
  if (addresses.length > 0) return ok(`${name} leads to ${addresses.join(', ')}`);
  return note(`${name} leads nowhere: the CNAME record below makes senders see our MTA-STS policy`);
}

/**
 * Whether the domain of the address for reports agrees to get those of another domain: without that record receivers send
 * none (RFC 7489 7.1). Nothing where both are one domain, or one is below the other.
 */
export async function checkReportAddress(dns: Dns, domain: string, address: string): Promise<Finding[]> {
  const target = address.slice(address.lastIndexOf('@') + 1);
  if (same(target, domain) || target.endsWith(`.${domain}`) || domain.endsWith(`.${target}`)) return [];
  const name = `${domain}._report._dmarc.${target}`;
  const texts = (await answers(dns.resolveTxt(name))).map((parts) => parts.join(''));
  if (texts.some((text) => text.startsWith('v=DMARC1'))) return [ok(`${target} takes DMARC reports on ${domain}`)];
  return [
    note(
      `DMARC reports to ${address} need a TXT record "v=DMARC1" at ${name}; without it, or an address below ${domain} in rua, none come`,
    ),
  ];
}

/** What the SPF record below cannot know of a relay. */
export function relayNote(relay: string): Finding {
  return note(
    `the SPF record below names the host ${relay} alone: where your provider sends from other addresses, replace that by the include: it documents`,
  );
}

function idOf(record: string): string | undefined {
  return /\bid=([a-z0-9]+)/i.exec(record)?.[1];
}

function same(one: string, other: string): boolean {
  return one.replace(/\.$/, '').toLowerCase() === other.toLowerCase();
}

async function answers<T>(question: Promise<T[]>): Promise<T[]> {
  return question.catch(() => []);
}
