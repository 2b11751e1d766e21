import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startDns } from '../../fakes/dns.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import type { Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { type Bench, openNameplate, openPostfix, openSink } from './bench-context.ts';
import { compareForwarding, FORWARDING_WARM_UP } from './compare-forwarding.ts';
import { findPrograms } from './find-programs.ts';
import { measureMemory } from './memory.ts';
import { compareQueues, type QueueContender } from './queue-throughput.ts';
import { SENDER_DOMAIN, signedMessage } from './signed-message.ts';
import { startSink } from './smtp-load.ts';
import { RECIPIENT, RECIPIENTS } from './start-nameplate.ts';
import { compareSubmission } from './submission/compare-submission.ts';
import { SEND_LIMITS } from './submission/submission-load.ts';

const SIZE = 5 * 1024;

export const about = 'rates of forwarding, submission and the queue, and memory, compared with Postfix';
export const options = `--messages N      messages per run (3000; a third of them for the queue)
--rounds N        runs of each server, alternating; the median is reported (3)
--processes N     mail processes of Nameplate (one per core)
--only PART       forwarding, submission, queue or memory
--install-peers   installs Postfix and its companion programs with apt-get if one is missing (as root)`;

const PARTS = ['forwarding', 'submission', 'queue', 'memory'];

/** Starts Postfix and Nameplate, and sends the same messages to both. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '3000' },
      rounds: { type: 'string', default: '3' },
      processes: { type: 'string', default: '' },
      only: { type: 'string', default: PARTS.join(',') },
      'install-peers': { type: 'boolean', default: false },
    },
  });
  const [messages, rounds] = [wholeNumber('messages', values.messages), wholeNumber('rounds', values.rounds)];
  const processes = wholeNumber('processes', values.processes || String(availableParallelism()));
  checkLimits(messages, rounds);
  const parts = new Set(values.only.split(','));
  if ([...parts].some((part) => !PARTS.includes(part)))
    throw new Error(`--only requires one or more of ${PARTS.join(', ')}`);
  const programs = findPrograms(values['install-peers']);
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-mail-'));
  // Postfix and the sink run as other users.
  chmodSync(folder, 0o711);
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const message = await signedMessage(SIZE, RECIPIENT);
    const file = path.join(folder, 'message');
    writeFileSync(file, message.text);
    const dns = await startDns(message.names);
    closing.push(() => dns.close());
    const { publicKeys } = message;
    const bench = { programs, folder, file, dnsServer: dns.server, publicKeys, messages, rounds, processes, closing };
    const sections: Section[] = [];
    if (parts.has('forwarding')) sections.push(...(await compareForwarding(bench)));
    if (parts.has('submission')) sections.push(...(await compareSubmission(bench)));
    if (parts.has('queue')) sections.push(await queue(bench));
    if (parts.has('memory')) sections.push(await memory(bench));
    const missing = !programs.postfix
      ? 'Postfix was not measured, because only root can start it'
      : !programs.companions && 'OpenDKIM, postsrsd or saslpasswd2 is not installed: see --install-peers';
    const last = sections.at(-1);
    if (missing && last) last.notes = [...(last.notes ?? []), missing];
    return sections;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function queue(bench: Bench): Promise<Section> {
  const { programs, folder, file, messages, rounds } = bench;
  const port = await freePort();
  const postfix = await openPostfix(bench, port);
  const app = await openNameplate(bench, port);
  const contenders: QueueContender[] = [{ ...app, name: 'Nameplate', port: app.smtpPort, to: RECIPIENT }];
  if (postfix) contenders.unshift({ ...postfix, name: 'Postfix', to: RECIPIENT });
  const load = {
    program: programs.source,
    file,
    from: `queue@${SENDER_DOMAIN}`,
    connections: 20,
    messages: Math.ceil(messages / 3),
  };
  return compareQueues(contenders, load, (deferring) => startSink(programs.sink, folder, port, deferring), rounds);
}

/** Production limits one network to fewer than 500 connections. RATE_LIMITS=off works in local mode only. */
const UNLIMITED = {
  NODE_ENV: 'development',
  ALLOW_PUBLIC_LOCAL_MODE: 'yes',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  SEND_LIMITS,
};

async function memory(bench: Bench): Promise<Section> {
  const { programs, folder, file } = bench;
  const sink = await openSink(bench);
  const app = await openNameplate(bench, sink.port, UNLIMITED);
  return measureMemory(
    app,
    { program: programs.source, file, from: `memory@${SENDER_DOMAIN}`, to: RECIPIENT },
    folder,
    sink,
  );
}

/** Throws if the run exceeds the limit on mail from one network, 36,000 messages per hour, which applies to the benchmark. */
function checkLimits(messages: number, rounds: number): void {
  if (messages > RECIPIENTS || messages * rounds * 2 + FORWARDING_WARM_UP > 36_000) {
    throw new Error(
      `${messages} messages in ${rounds} rounds exceed what Nameplate accepts from one network in an hour`,
    );
  }
}
