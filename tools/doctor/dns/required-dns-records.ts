import { type DkimKey, dkimRecord } from '../../../server/mail/keys/dkim-keys.ts';
import { policyHost } from '../../../server/mail/mta-sts-rules.ts';
import { type DnsRecord, reverseName } from './dns.ts';
import { serviceRecords } from './mail-services.ts';
import { relayTerm } from './relay-spf.ts';
import { reportAddresses } from './report-addresses.ts';
import { spfTerms } from './source-addresses.ts';

interface Names {
  domain: string;
  hostname: string;
  relay: string | undefined;
  /** MAIL_SOURCE_ADDRESS and MAIL_SEND_SOURCE_ADDRESS. */
  sources: string[];
  submissionPort: number;
  submissionsPort: number;
  /** The host that serves the pages and the MTA-STS policy. */
  site: string;
  /** The id of the MTA-STS policy. */
  policyId: string;
}

/**
 * Returns the records that a mail domain needs. Every DKIM key in the folder has a record, because older mail must
 * still verify.
 */
export function neededRecords(names: Names, keys: Pick<DkimKey, 'selector' | 'privateKey'>[]): DnsRecord[] {
  const { domain, hostname, relay, sources, site, policyId } = names;
  const senders = ['mx', ...(relay ? [relayTerm(relay)] : []), ...spfTerms(sources)].join(' ');
  const reports = reportAddresses(domain);
  return [
    { type: 'MX', name: domain, value: `10 ${hostname}.` },
    { type: 'TXT', name: domain, value: `v=spf1 ${senders} -all` },
    // For bounces and automatic replies, which have the null sender, receivers check SPF of the EHLO name (RFC 7208
    // 2.4).
    ...(hostname === domain
      ? []
      : [{ type: 'TXT' as const, name: hostname, value: `v=spf1 ${['a', ...spfTerms(sources)].join(' ')} -all` }]),
    { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=quarantine; rua=mailto:${reports.dmarc}` },
    { type: 'TXT', name: `_mta-sts.${domain}`, value: `v=STSv1; id=${policyId};` },
    { type: 'CNAME', name: policyHost(domain), value: `${site}.` },
    { type: 'TXT', name: `_smtp._tls.${domain}`, value: `v=TLSRPTv1; rua=mailto:${reports.tls}` },
    ...serviceRecords(names),
    ...keys.map((key) => ({
      type: 'TXT' as const,
      name: `${key.selector}._domainkey.${domain}`,
      value: dkimRecord(key),
    })),
  ];
}

/** Returns the PTR records of the mail host's addresses (RFC 1035 3.5, RFC 3596 2.5). */
export function reverseRecords(addresses: string[], hostname: string): DnsRecord[] {
  return addresses.map((address) => ({ type: 'PTR', name: reverseName(address), value: `${hostname}.` }));
}
