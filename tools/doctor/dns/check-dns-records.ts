import { networkInterfaces } from 'node:os';
import { publicKeyOf } from '../../../server/mail/keys/dkim-keys.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';
import { addressesOf, type Dns, type DnsRecord, isSameName, orNone, textsOf } from './dns.ts';
import { checkService } from './mail-services.ts';
import { unlessUnanswered } from './resolver.ts';

const KINDS = [
  ['v=spf1', 'SPF'],
  ['v=DMARC1', 'DMARC'],
  ['v=STSv1', 'MTA-STS'],
  ['v=TLSRPTv1', 'TLS-RPT'],
] as const;
/** Mail works without these: MTA-STS enforces TLS (RFC 8461), and TLS-RPT reports TLS failures (RFC 8460). */
const OPTIONAL = new Set<string>(['MTA-STS', 'TLS-RPT']);

/** Checks the published records, and that the A, AAAA and PTR records of the mail host match. */
export async function checkDns(dns: Dns, hostname: string, records: DnsRecord[]): Promise<Finding[]> {
  const checks = [checkHost(dns, hostname), ...records.map((record) => checkRecord(dns, record))];
  return (await Promise.all(checks.map(unlessUnanswered))).flat();
}

async function checkHost(dns: Dns, hostname: string): Promise<Finding[]> {
  const addresses = await addressesOf(dns, hostname);
  if (addresses.length === 0) {
    const record = `${hostname}. IN A 192.0.2.1`;
    return [wrong(`${hostname} has no address`, `add a record with this machine’s public address: ${record}`)];
  }
  const own = new Set(Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []));
  const findings: Finding[] = addresses.some((address) => own.has(address))
    ? []
    : [note(`${hostname} leads to ${addresses.join(', ')}, which is not an address of this machine`)];
  for (const address of addresses) {
    const names = await orNone(dns.reverse(address));
    findings.push(
      names.some((name) => isSameName(name, hostname))
        ? ok(`${address} is called ${hostname} (PTR)`)
        : wrong(
            `${address} is called ${names.join(', ') || 'nothing'} (PTR), not ${hostname}`,
            'ask the provider of the address to set its PTR record: many servers reject mail without it',
          ),
    );
  }
  return findings;
}

async function checkRecord(dns: Dns, record: DnsRecord): Promise<Finding> {
  const { type, name, value } = record;
  if (type === 'MX') {
    const host = value.replace(/^\d+ |\.$/g, '');
    const found = await orNone(dns.resolveMx(name));
    if (found.some(({ exchange }) => isSameName(exchange, host))) return ok(`MX of ${name} leads to ${host}`);
    return wrong(
      `MX of ${name} leads to ${found.map(({ exchange }) => exchange).join(', ') || 'nowhere'}`,
      'add the MX record below',
    );
  }
  if (type === 'SRV') return checkService(dns, record);
  if (type !== 'TXT') return checkPolicyHost(dns, name);
  const kind = KINDS.find(([start]) => value.startsWith(start))?.[1] ?? 'DKIM';
  const found = (await textsOf(dns, name)).filter((text) => text.startsWith(value.split(/[ ;]/)[0] ?? ''));
  const [text] = found;
  if (text === undefined && OPTIONAL.has(kind))
    return note(`${name} has no ${kind} record: the TXT record below adds it`);
  if (text === undefined) return wrong(`${name} has no ${kind} record`, 'add the TXT record below');
  if (found.length > 1) return wrong(`${name} has ${found.length} ${kind} records`, 'keep only one of them');
  if (kind === 'MTA-STS' && idOf(text) !== idOf(value)) {
    return wrong(
      `the MTA-STS record at ${name} has the id of another policy`,
      'set its id to that of the TXT record below',
    );
  }
  // The operator chooses the SPF and DMARC policy; a DKIM record must contain the signing key.
  if (kind !== 'DKIM' || publicKeyOf(text) === publicKeyOf(value)) return ok(`${name} has a ${kind} record`);
  return wrong(`the DKIM record at ${name} carries another key`, 'replace it with the TXT record below');
}

/** Checks that the policy host has an address; checkPolicy fetches the policy itself. */
async function checkPolicyHost(dns: Dns, name: string): Promise<Finding> {
  const addresses = await addressesOf(dns, name);
  if (addresses.length > 0) return ok(`${name} leads to ${addresses.join(', ')}`);
  return note(`${name} has no address: the CNAME record below lets senders fetch our MTA-STS policy`);
}

function idOf(record: string): string | undefined {
  return /\bid=([a-z0-9]+)/i.exec(record)?.[1];
}
