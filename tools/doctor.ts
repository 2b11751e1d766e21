import { readDkimKeys } from '../server/mail/keys/dkim-keys.ts';
import { policyId } from '../server/mail/mta-sts-rules.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { checkBackups } from './doctor/backups.ts';
import { checkDns, relayNote } from './doctor/check-dns-records.ts';
import { checkCountries } from './doctor/countries.ts';
import { checkDane, checkPolicy } from './doctor/dane-and-mta-sts.ts';
import { checkDatabase } from './doctor/database.ts';
import { addressesOf, createDns } from './doctor/dns.ts';
import { checkBucket, checkPaypal, checkPublicUrl } from './doctor/external-services.ts';
import type { Finding } from './doctor/finding.ts';
import { checkLinkBlocklist } from './doctor/link-blocklist.ts';
import { checkDataDir, checkPorts } from './doctor/ports-and-data-dir.ts';
import { checkFilters, checkRelay, checkTls } from './doctor/relay-tls-and-spam-check.ts';
import { checkReportAddresses } from './doctor/report-addresses.ts';
import { neededRecords, reverseRecords, zoneLine } from './doctor/required-dns-records.ts';
import { rotateKeys } from './doctor/rotate-dkim-key.ts';
import { checkSettingNames } from './doctor/setting-names.ts';
import { checkSources } from './doctor/source-addresses.ts';
import { checkTrustClaim } from './doctor/trust-claim.ts';

const MARKS = { ok: 'ok   ', wrong: 'WRONG', note: 'note ' };

const config = readConfig();
const { mail, production } = config;
const tls = await checkTls(config);
const names = {
  domain: mail.domain,
  hostname: mail.hostname,
  relay: mail.relay?.hostname,
  // A relay sends from addresses of its own.
  sources: mail.relay ? [] : [...new Set([...mail.sources.forwarded, ...mail.sources.sent])],
  submissionPort: config.submissionPort,
  submissionsPort: config.submissionsPort,
  site: new URL(config.site.origin).hostname,
  policyId: policyId(config, config.tls !== undefined && tls.kind === 'ok'),
};
if (process.argv[2] === 'rotate') {
  for (const line of await rotateKeys(mail.dkimKeys, names, new Date())) console.log(line);
  process.exit(0);
}
const keys = await readDkimKeys(mail.dkimKeys);
const records = neededRecords(names, keys);
const dns = createDns(mail.dnsServers);
const findings = [
  ...checkSettingNames(process.env),
  checkDataDir(config),
  ...(await checkPorts(config)),
  ...(await checkDatabase(config)),
  ...(await checkTrustClaim(config)),
  ...(await checkBackups(config)),
  ...(config.roles.has('http') ? [await checkCountries(config)] : []),
  ...(config.roles.has('http') ? await checkLinkBlocklist(config) : []),
  await checkRelay(config),
  tls,
  ...checkFilters(config),
  ...(production ? await checkDns(dns, mail.hostname, records) : []),
  ...(production ? await checkReportAddresses(dns, mail.domain) : []),
  ...(production ? await checkSources(dns, { ...names, addresses: names.sources }) : []),
  ...(production && mail.relay ? [relayNote(mail.relay.hostname)] : []),
  ...(await checkBucket(config)),
  ...(await checkPaypal(config)),
  ...(production ? [await checkPublicUrl(config)] : []),
  ...(production && !mail.relay ? [await checkDane(mail.dnsServers)] : []),
  ...(production ? [await checkPolicy(mail, dns)] : []),
];
const addresses = production ? await addressesOf(dns, mail.hostname) : [];
for (const finding of findings) print(finding);

console.log(`\nDNS records for ${mail.domain}${production ? '' : ' (not looked up in local mode)'}:\n`);
for (const record of records) console.log(`  ${zoneLine(record)}`);
console.log('\nPTR records, which the provider of the address sets:\n');
const named = [...new Set([...(addresses.length > 0 ? addresses : ['192.0.2.1']), ...names.sources])];
const reverse = reverseRecords(named, mail.hostname);
for (const record of reverse) console.log(`  ${zoneLine(record)}`);
if (addresses.length === 0) console.log('  (replace 192.0.2.1 with the address of the mail host)');
if (keys.length === 0) console.log('\nThe first start creates the DKIM key. Run this command again to see its record.');

const faults = findings.filter(({ kind }) => kind === 'wrong').length;
console.log(faults === 0 ? '\nAll checks passed.' : `\n${faults} ${faults === 1 ? 'check' : 'checks'} failed.`);
process.exitCode = faults === 0 ? 0 : 1;

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function print({ kind, what, todo }: Finding): void {
  console.log(`${MARKS[kind]}  ${what}${todo ? `\n       -> ${todo}` : ''}`);
}
