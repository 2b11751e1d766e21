import { type Config, ConfigError, parseConfig } from '../server/plumbing/config.ts';
import { readDkimKeys } from '../server/plumbing/dkim-keys.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkDns, createDns } from './doctor/dns.ts';
import type { Finding } from './doctor/finding.ts';
import { checkDataDir, checkPorts, isRunning } from './doctor/machine.ts';
import { checkRelay, checkTls } from './doctor/mail.ts';
import { neededRecords, zoneLine } from './doctor/records.ts';

const MARKS = { ok: 'ok   ', wrong: 'WRONG', note: 'note ' };

const config = readConfig();
const { mail, dataDir, adminEmails, production } = config;
const running = isRunning(dataDir);
const keys = await readDkimKeys(mail.dkimKeys);
const records = neededRecords(
  {
    domain: mail.domain,
    hostname: mail.hostname,
    postmaster: adminEmails[0] ?? `postmaster@${mail.domain}`,
    relay: mail.relay?.hostname,
  },
  keys,
);
const findings = [
  checkDataDir(config),
  ...(await checkPorts(config, running)),
  ...(await checkDatabase(config)),
  await checkRelay(config),
  checkTls(config),
  ...(production ? await checkDns(createDns(mail.dnsServers), mail.hostname, records) : []),
];
for (const finding of findings) print(finding);

console.log(`\nDNS records for ${mail.domain}${production ? '' : ' (not looked up in local mode)'}:\n`);
for (const record of records) console.log(`  ${zoneLine(record)}`);
if (keys.length === 0) console.log('\nThe first start makes the DKIM key; its record is shown here then.');

const faults = findings.filter(({ kind }) => kind === 'wrong').length;
console.log(
  faults === 0 ? '\nNothing is wrong.' : `\n${faults} ${faults === 1 ? 'thing needs' : 'things need'} attention.`,
);
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
