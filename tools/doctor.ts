import { parseArgs } from 'node:util';
import { readDkimKeys } from '../server/mail/keys/dkim-keys.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { dnsNames, type Report, runChecks } from './doctor/all-checks.ts';
import type { Finding } from './doctor/finding.ts';
import { checkTls } from './doctor/relay-tls-and-spam-check.ts';
import { rotateKeys } from './doctor/rotate-dkim-key.ts';

const USAGE = `npm run doctor -- [--json]     checks this installation and prints the DNS records that it needs
npm run doctor -- rotate       creates a new DKIM key

Exit codes: 0 nothing is wrong, 1 something is wrong, 2 the command was not understood. Advice and notes do not affect the code.`;
const MARKS = { ok: 'ok    ', wrong: 'WRONG ', advice: 'advice', note: 'note  ' };

const { isJson, isRotation } = readArguments();
const config = readConfig();
if (isRotation) {
  const { kind } = await checkTls(config);
  for (const line of await rotateKeys(config.mail.dkimKeys, dnsNames(config, kind === 'ok'), new Date())) {
    console.log(line);
  }
} else {
  const keys = await readDkimKeys(config.mail.dkimKeys);
  const report = await runChecks(config, process.env, keys);
  const faults = report.findings.filter(({ kind }) => kind === 'wrong').length;
  if (isJson) writeJson(report.findings, report);
  else writeText(report, { faults, hasKeys: keys.length > 0 });
  process.exitCode = faults === 0 ? 0 : 1;
}

function writeText(
  { findings, records, reverseRecords, isAddressKnown }: Report,
  { faults, hasKeys }: { faults: number; hasKeys: boolean },
): void {
  for (const { kind, what, todo } of findings) {
    console.log(`${MARKS[kind]}  ${what}${todo ? `\n        -> ${todo}` : ''}`);
  }
  const { domain } = config.mail;
  console.log(`\nDNS records for ${domain}${config.production ? '' : ' (not looked up in local mode)'}:\n`);
  for (const line of records) console.log(`  ${line}`);
  console.log('\nPTR records, which the provider of the address sets:\n');
  for (const line of reverseRecords) console.log(`  ${line}`);
  if (!isAddressKnown) console.log('  (replace 192.0.2.1 with the address of the mail host)');
  if (!hasKeys) console.log('\nThe first start creates the DKIM key. Run this command again to see its record.');
  console.log(`\n${summary(findings, faults)}`);
}

function summary(findings: Finding[], faults: number): string {
  if (faults > 0) return `${faults} ${faults === 1 ? 'check' : 'checks'} failed.`;
  const hasAdvice = findings.some(({ kind }) => kind === 'advice');
  return hasAdvice ? 'Nothing is wrong. Lines that begin with “advice” recommend improvements.' : 'All checks passed.';
}

function writeJson(findings: Finding[], { records, reverseRecords }: Pick<Report, 'records' | 'reverseRecords'>): void {
  const isGood = findings.every(({ kind }) => kind !== 'wrong');
  console.log(JSON.stringify({ isGood, findings, records, reverseRecords }, null, 2));
}

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const findings: Finding[] = [{ kind: 'wrong', what: error.message, todo: 'correct the settings' }];
    if (isJson) writeJson(findings, { records: [], reverseRecords: [] });
    else console.error(error.message);
    process.exit(1);
  }
}

function readArguments(): { isJson: boolean; isRotation: boolean } {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const isRotation = positionals[0] === 'rotate';
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (positionals.length > (isRotation ? 1 : 0)) throw new Error(`Not understood: ${positionals.join(' ')}`);
    return { isJson: values.json === true, isRotation };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
