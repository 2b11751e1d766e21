import { type Finding, note, ok, wrong } from '../finding.ts';
import { type Dns, type DnsRecord, isSameName, orNone } from './dns.ts';

interface Services {
  domain: string;
  hostname: string;
  /** Ports of message submission: with STARTTLS, and with implicit TLS. 0 is off. */
  submissionPort: number;
  submissionsPort: number;
}

/** The target of a service that a domain does not offer (RFC 2782, RFC 6186 3.4). */
const NOT_OFFERED = '0 0 0 .';

/**
 * Returns the SRV records of message submission (RFC 6186, RFC 8314 5.1). With these records, mail programs find the
 * sending server and learn that there is no mailbox to read.
 */
export function serviceRecords({ domain, hostname, submissionPort, submissionsPort }: Services): DnsRecord[] {
  const record = (service: string, value: string): DnsRecord => ({ type: 'SRV', name: `${service}.${domain}`, value });
  return [
    record('_submissions._tcp', submissionsPort === 0 ? NOT_OFFERED : `0 1 ${submissionsPort} ${hostname}.`),
    ...(submissionPort === 0 ? [] : [record('_submission._tcp', `1 1 ${submissionPort} ${hostname}.`)]),
    record('_imaps._tcp', NOT_OFFERED),
    record('_pop3s._tcp', NOT_OFFERED),
  ];
}

/** Checks one SRV record. Mail works without the record, which helps mail programs to set up an account. */
export async function checkService(dns: Dns, { name, value }: DnsRecord): Promise<Finding> {
  const [, , port = '', target = ''] = value.split(' ');
  const found = await orNone(dns.resolveSrv(name));
  const [first, ...others] = found;
  if (!first) return note(`${name} has no SRV record: the record below announces the service to mail programs`);
  // Node returns the root as an empty name.
  const matches = isSameName(first.name || '.', target) && (target === '.' || first.port === Number(port));
  if (matches && others.length === 0) {
    return ok(target === '.' ? `${name} announces that there is no such service` : `${name} leads to ${target}${port}`);
  }
  const places = found.map((one) => `${one.name || '.'}:${one.port}`).join(', ');
  return wrong(`${name} leads to ${places}`, 'replace it with the SRV record below');
}
