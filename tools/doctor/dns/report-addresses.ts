import { DMARC_REPORTS, TLS_REPORTS } from '../../../server/mail/shared/report-addresses.ts';
import { type Finding, note, ok } from '../finding.ts';
import { type Dns, isSameName, textsOf, zoneLine } from './dns.ts';

/** Returns our addresses for reports, which the DMARC and TLS-RPT records name. */
export function reportAddresses(domain: string): { dmarc: string; tls: string } {
  return { dmarc: `${DMARC_REPORTS}@${domain}`, tls: `${TLS_REPORTS}@${domain}` };
}

/**
 * Checks whether the published records send DMARC and TLS reports to us, and whether the domains of other addresses in them
 * accept DMARC reports: without their record, receivers send no reports there (RFC 9990 4). Another check reports a missing record.
 */
export async function checkReportAddresses(dns: Dns, domain: string): Promise<Finding[]> {
  const { dmarc, tls } = reportAddresses(domain);
  const dmarcTargets = await targetsIn(dns, `_dmarc.${domain}`, 'v=DMARC1');
  const tlsTargets = await targetsIn(dns, `_smtp._tls.${domain}`, 'v=TLSRPTv1');
  const external = (dmarcTargets ?? []).filter((address) => !isBelowOneDomain(domainOf(address), domain));
  return [
    ...checkTarget('DMARC', dmarcTargets, dmarc),
    ...checkTarget('TLS', tlsTargets, tls),
    ...(await Promise.all(external.map((address) => checkExternal(dns, domain, address)))),
  ];
}

function checkTarget(kind: string, targets: string[] | null, ours: string): Finding[] {
  if (!targets) return [];
  if (targets.some((address) => address.toLowerCase() === ours)) return [ok(`${kind} reports go to ${ours}`)];
  const places = targets.join(', ') || 'nowhere';
  return [note(`${kind} reports go to ${places}: administrators see them here if rua names mailto:${ours}`)];
}

/** Returns the addresses in `rua` of a record; null if the record is missing. */
async function targetsIn(dns: Dns, name: string, version: string): Promise<string[] | null> {
  const record = (await textsOf(dns, name)).find((text) => text.startsWith(version));
  if (record === undefined) return null;
  const rua = /(?:^|;)\s*rua\s*=\s*([^;]*)/i.exec(record)?.[1] ?? '';
  return rua
    .split(',')
    .map((uri) => /^\s*mailto:([^!\s]+)/i.exec(uri)?.[1] ?? '')
    .filter((address) => address.includes('@'));
}

async function checkExternal(dns: Dns, domain: string, address: string): Promise<Finding> {
  const name = `${domain}._report._dmarc.${domainOf(address)}`;
  if ((await textsOf(dns, name)).some((text) => text.startsWith('v=DMARC1'))) {
    return ok(`${domainOf(address)} accepts DMARC reports on ${domain}`);
  }
  return {
    ...note(`${domainOf(address)} does not accept DMARC reports on ${domain}: receivers send none to ${address}`),
    todo: `its DNS needs: ${zoneLine({ type: 'TXT', name, value: 'v=DMARC1;' })}`,
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

function isBelowOneDomain(one: string, other: string): boolean {
  return isSameName(one, other) || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
