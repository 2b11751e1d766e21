import type { DkimKey } from '../../server/mail/keys/dkim-keys.ts';
import { policyId } from '../../server/mail/mta-sts-rules.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { checkBackups } from './backups.ts';
import { checkHttpsCertificates, checkTlsRenewal } from './certificate-end.ts';
import { checkHttpClock } from './clock.ts';
import { checkCountries } from './countries.ts';
import { checkDatabase } from './database.ts';
import { checkDisks, checkOpenFiles } from './disks-and-files.ts';
import { checkDns } from './dns/check-dns-records.ts';
import { checkDane, checkPolicy } from './dns/dane-and-mta-sts.ts';
import { addressesOf, createDns, zoneLine } from './dns/dns.ts';
import { checkRelaySpf } from './dns/relay-spf.ts';
import { checkReportAddresses } from './dns/report-addresses.ts';
import { neededRecords, reverseRecords } from './dns/required-dns-records.ts';
import { checkResolver, unlessUnanswered } from './dns/resolver.ts';
import { checkSources } from './dns/source-addresses.ts';
import { checkBucket, checkPaypal, checkPublicUrl } from './external-services.ts';
import type { Finding } from './finding.ts';
import { checkLinkBlocklist } from './link-blocklist.ts';
import { checkDataDir, checkPorts } from './ports-and-data-dir.ts';
import { checkProxy } from './proxy.ts';
import { checkFilters, checkRelay, checkTls } from './relay-tls-and-spam-check.ts';
import { checkServedCertificates } from './served-certificates.ts';
import { checkSettingNames } from './setting-names.ts';

/** The findings of the doctor, and the DNS records that this installation needs, as lines of a zone file. */
export interface Report {
  findings: Finding[];
  records: string[];
  /** PTR records, which the provider of the address sets. */
  reverseRecords: string[];
  /** Whether the address of the mail host is known; otherwise the records have an example address. */
  isAddressKnown: boolean;
}

/** Returns the names of this installation in DNS. */
export function dnsNames({ mail, site, submissionPort, submissionsPort, ...config }: Config, isCertified: boolean) {
  return {
    domain: mail.domain,
    hostname: mail.hostname,
    relay: mail.relay?.hostname,
    // A relay sends from its own addresses.
    sources: mail.relay ? [] : [...new Set([...mail.sources.forwarded, ...mail.sources.sent])],
    submissionPort,
    submissionsPort,
    site: new URL(site.origin).hostname,
    policyId: policyId({ mail }, config.tls !== undefined && isCertified),
  };
}

/** Runs every check. Local mode skips DNS, PUBLIC_URL and clocks of other machines. */
export async function runChecks(
  config: Config,
  env: Record<string, string | undefined>,
  keys: DkimKey[],
): Promise<Report> {
  const { mail, production } = config;
  const tls = await checkTls(config);
  const names = dnsNames(config, tls.kind === 'ok');
  const records = neededRecords(names, keys);
  const dns = createDns(mail.dnsServers);
  const isServing = config.roles.has('http');
  const resolver = production ? [await checkResolver(dns, mail.domain, mail.dnsServers)] : [];
  const hasDns = resolver.some(({ kind }) => kind === 'ok');
  const findings = [
    ...resolver,
    ...checkSettingNames(env),
    checkDataDir(config),
    ...(await checkDisks(config)),
    ...(await checkPorts(config)),
    ...(await checkOpenFiles(config)),
    ...(await checkDatabase(config)),
    ...(await checkBackups(config)),
    ...(isServing ? [await checkCountries(config), ...(await checkLinkBlocklist(config))] : []),
    await checkRelay(config),
    tls,
    ...(await checkTlsRenewal(config)),
    ...(await checkServedCertificates(config)),
    ...checkFilters(config),
    ...(await checkBucket(config)),
    ...(await checkPaypal(config)),
  ];
  const { domain, hostname, relay } = mail;
  if (hasDns) {
    findings.push(
      ...(await checkDns(dns, hostname, records)),
      ...(await unlessUnanswered(checkReportAddresses(dns, domain))),
      ...(await checkSources(dns, { ...names, addresses: names.sources })),
      ...(relay
        ? await unlessUnanswered(checkRelaySpf(dns, domain, relay.hostname))
        : [await checkDane(mail.dnsServers)]),
      await checkPolicy(mail, dns),
    );
  }
  if (production) {
    findings.push(
      await checkPublicUrl(config),
      ...(await checkHttpsCertificates(config)),
      ...checkProxy(config),
      await checkHttpClock(config),
    );
  }
  // The check above has already reported a failed lookup.
  const addresses = hasDns ? await addressesOf(dns, hostname).catch(() => []) : [];
  const named = [...new Set([...(addresses.length > 0 ? addresses : ['192.0.2.1']), ...names.sources])];
  return {
    findings,
    records: records.map(zoneLine),
    reverseRecords: reverseRecords(named, hostname).map(zoneLine),
    isAddressKnown: addresses.length > 0,
  };
}
