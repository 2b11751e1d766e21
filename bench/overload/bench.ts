import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startDns } from '../../fakes/dns.ts';
import { startApp } from '../../tests/support/server/app-process.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { findPrograms } from '../mail/find-programs.ts';
import { processTree } from '../mail/process-tree.ts';
import { SENDER_DOMAIN, signedMessage } from '../mail/signed-message.ts';
import { startSink } from '../mail/smtp-load.ts';
import { DOMAIN, RECIPIENTS, startNameplate } from '../mail/start-nameplate.ts';
import { percentile, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { handleCheck, mailSession } from './attempts.ts';
import { onSeparateCores, releaseCores } from './cores.ts';
import { FLOOD_KINDS, measureFloods } from './flood.ts';
import { type Attempt, type Ended, offer, saturate } from './open-loop.ts';

/** The offered rate, as a multiple of the highest rate of the server. */
const OVERLOAD = 3;
/**
 * The fraction of the highest rate that must still be served, and the maximum seconds until everything is served again
 * at half of that rate.
 */
const GOAL = { goodput: 0.8, recovery: 10 };
const PARTS = ['calls', 'mail', 'flood'] as const;
const PROBE = { calls: 100, mail: 100 };
const MESSAGE_BYTES = 5 * 1024;
/** Production limits the mail and calls of one network. RATE_LIMITS=off works in local mode only. */
const UNLIMITED = { NODE_ENV: 'development', ALLOW_PUBLIC_LOCAL_MODE: 'yes', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };

export const about =
  'what is served and refused at three times the highest rate, how soon all is served again, and what others get while one network floods';
export const options = `--seconds N       seconds of each phase (15)
--only PART       calls, mail or flood
--connections N   connections of the flooding network (300)
--kinds KINDS     of floods: ${FLOOD_KINDS.join(', ')}`;

/** Offers three times the highest rate, over HTTP and over SMTP, with the load generator on a separate core. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '15' },
      only: { type: 'string', default: PARTS.join(',') },
      connections: { type: 'string', default: '300' },
      kinds: { type: 'string', default: FLOOD_KINDS.join(',') },
    },
  });
  const seconds = wholeNumber('seconds', values.seconds);
  const parts = values.only.split(',');
  if (parts.some((part) => !PARTS.some((known) => known === part)))
    throw new Error(`--only requires one or more of ${PARTS.join(', ')}`);
  const sections: Section[] = [];
  if (parts.includes('calls')) sections.push(await measureCalls(seconds));
  if (parts.includes('mail')) sections.push(await measureMail(seconds));
  if (parts.includes('flood')) {
    const connections = wholeNumber('connections', values.connections);
    sections.push(
      await measureFloods(
        seconds,
        connections,
        values.kinds.split(',').map((kind) => kind.trim()),
      ),
    );
  }
  return sections;
}

async function measureCalls(seconds: number): Promise<Section> {
  const { server: app, note } = await onSeparateCores(() =>
    startApp({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error' } }),
  );
  try {
    return await overload('Calls: whether a handle is free', handleCheck(app.url), {
      pid: app.pid,
      note,
      seconds,
      probe: PROBE.calls,
    });
  } finally {
    await app.stop();
  }
}

async function measureMail(seconds: number): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-overload-'));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const to = (number: number) => `${number % RECIPIENTS}-bench@${DOMAIN}`;
    const message = await signedMessage(MESSAGE_BYTES, to(0));
    const dns = await startDns(message.names);
    closing.push(() => dns.close());
    const sink = await startSink(findPrograms(false).sink, folder, await freePort());
    closing.push(() => sink.stop());
    const settings = { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, DNS_SERVERS: dns.server, MAIL_PROCESSES: '1' };
    const { server: app, note } = await onSeparateCores(() =>
      startNameplate(mkdtempSync(path.join(folder, 'nameplate-')), { ...UNLIMITED, ...settings }),
    );
    closing.push(() => app.stop());
    const text = message.text.replaceAll('\n', '\r\n');
    const session = mailSession(app.smtpPort, { text, from: `overload@${SENDER_DOMAIN}`, to });
    return await overload('Mail: one message per connection', session, {
      pid: app.pid,
      note,
      seconds,
      probe: PROBE.mail,
    });
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function overload(
  title: string,
  attempt: Attempt,
  { pid, note, seconds, probe }: { pid: number; note: string | undefined; seconds: number; probe: number },
): Promise<Section> {
  try {
    await saturate(attempt, probe, seconds / 3);
    const [peak, peakCpu] = await withCpu(pid, () => saturate(attempt, probe, seconds));
    const highest = peak.length / seconds;
    const [over, overCpu] = await withCpu(pid, () => offer(attempt, OVERLOAD * highest, seconds));
    const after = await offer(attempt, highest / 2, seconds);
    const goodput = served(over, seconds) / highest;
    const recovery = secondsToRecover(after);
    const causes = over.flatMap(({ outcome }) => (outcome.startsWith('failed') ? outcome : []));
    const failed = causes.length;
    return {
      title,
      rows: [
        row(`highest rate, ${probe} at a time`, peak, seconds),
        row(`${OVERLOAD} times that rate`, over, seconds),
        row('half of that rate, right after', after, seconds),
      ],
      notes: [
        `served at ${OVERLOAD} times the highest rate: ${goodput.toFixed(2)} of it; goal ${GOAL.goodput}: ${metOrMissed(goodput >= GOAL.goodput)}`,
        `neither served nor refused: ${failed} of ${over.length}; goal 0: ${metOrMissed(failed === 0)}`,
        `all served again after ${recovery} s; goal ${GOAL.recovery}: ${metOrMissed(recovery <= GOAL.recovery)}`,
        ...costs({ peak, peakCpu, over, overCpu }),
        ...[...new Set(causes)].map((cause) => `${cause}: ${causes.filter((one) => one === cause).length}`),
        ...(note ? [note] : []),
      ],
    };
  } finally {
    releaseCores();
  }
}

/** Runs a load. Also returns the CPU time of the server and its database during the run, in milliseconds. */
async function withCpu(pid: number, load: () => Promise<Ended[]>): Promise<[Ended[], number]> {
  const used = () => processTree(pid).reduce((sum, { cpu }) => sum + cpu, 0);
  const before = used();
  const ended = await load();
  return [ended, used() - before];
}

/**
 * Describes the CPU time of a served and of a refused attempt, assuming that a served attempt costs the same under
 * overload.
 */
function costs(measured: { peak: Ended[]; peakCpu: number; over: Ended[]; overCpu: number }): string[] {
  const { peak, peakCpu, over, overCpu } = measured;
  const refused = over.filter(({ outcome }) => outcome === 'refused').length;
  if (refused === 0) return [];
  const served = (peakCpu / peak.length) * 1000;
  const refusal = ((overCpu - (served / 1000) * (over.length - refused)) / refused) * 1000;
  return [
    `CPU of the server and its database: ${Math.round(served)} µs if served, ${Math.round(refusal)} µs if refused`,
  ];
}

function row(load: string, all: Ended[], seconds: number): Section['rows'][number] {
  const times = all.filter(({ outcome }) => outcome === 'served').map(({ begun, ended }) => ended - begun);
  const count = (wanted: string) => all.filter(({ outcome }) => outcome.startsWith(wanted)).length;
  return {
    load,
    'offered/s': Math.round(all.length / seconds),
    'served/s': Math.round(served(all, seconds)),
    refused: count('refused'),
    failed: count('failed'),
    'p50 ms': Math.round(percentile(times, 50)),
    'p99 ms': Math.round(percentile(times, 99)),
  };
}

/** Attempts a second that were served during the load. */
function served(all: Ended[], seconds: number): number {
  return all.filter(({ outcome, ended }) => outcome === 'served' && ended <= seconds * 1000).length / seconds;
}

/** Seconds until the start of the last attempt that was not served or took more than a second. */
function secondsToRecover(all: Ended[]): number {
  const late = all.filter(({ outcome, begun, ended }) => outcome !== 'served' || ended - begun > 1000);
  return Math.ceil(Math.max(0, ...late.map(({ begun }) => begun)) / 100) / 10;
}

const metOrMissed = (met: boolean) => (met ? 'met' : 'MISSED');
