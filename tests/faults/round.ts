import { setTimeout as sleep } from 'node:timers/promises';
import { personalLines } from '../support/log/personal-data.ts';
import type { Chance } from './chance.ts';
import type { Fault } from './fault.ts';
import { type CheckResult, checkInvariants } from './judge/check-invariants.ts';
import { Load } from './load/load.ts';
import { clearFaults, drain, killMail, recover } from './recovery.ts';
import type { World } from './world/world.ts';

export interface Round extends CheckResult {
  /** Seconds from the end of the fault until mail for every person was accepted again, or null if the limit passed. */
  recovery: number | null;
}

/** The log text for a message that could not be stored. */
const NOT_STORED = 'message could not be queued';
/** Texts of the load that no log may contain, in addition to addresses: names of the senders, subjects, and addresses of their networks. */
const PERSONAL = ['Sender <', /\bMessage \d+\b/, /\b127\.(?:[1-9]\d|1\d\d|2\d\d)\.\d+\.(?!0\/24)\d/];
const RECOVERY = 30;
/** The lease of a killed process ends after 30 seconds, and the queue is polled every 5 seconds. */
const DRAIN = 90;

/** Runs one round: load, fault, end of the fault, drain, check. Nameplate must recover without intervention. */
export async function runRound(world: World, fault: Fault, chance: Chance): Promise<Round> {
  const earlier = new Set(world.ledger.entries.keys());
  world.sink.rejecting.clear();
  const failedBefore = world.mail.logged(NOT_STORED);
  const daemons = [...new Set([world.mail, world.web])];
  const logged = daemons.map(({ log }) => log.length);
  const crashes = world.mail.crashes + world.web.crashes;
  const load = new Load(world.ledger, chance.fork('load'), {
    port: world.smtpPort,
    people: world.people,
    senders: 6,
    pause: 60,
    replyTimeout: 25_000,
    several: 0.4,
    ...fault.load,
  });
  let broken: string[];
  try {
    await sleep(500);
    broken = await fault.inject(world, chance.fork('strike'), load);
  } finally {
    await clearFaults(world);
    await load.stop();
  }
  const limit = fault.recovery ?? RECOVERY;
  const recovery = await recover(world, chance.fork('probes'), limit);
  if (world.options.hurried && (await isStuck(world))) {
    // A response with leases was lost, so no process delivers these copies until the leases end. A kill ends them now.
    await killMail(world);
    await world.mail.untilReady(60_000);
  }
  const queued = await drain(world, DRAIN);
  const result = checkInvariants(
    [...world.ledger.entries.values()].filter(({ id }) => !earlier.has(id)),
    world.sink,
    queued,
  );
  result.broken.unshift(...broken);
  if (recovery === null)
    result.broken.push(`I8: mail for some recipients was not accepted within ${limit} seconds after the fault`);
  if (result.queued > 0) result.broken.push(`I8: ${result.queued} copies are still queued after ${DRAIN} seconds`);
  if (result.partial.length > world.mail.logged(NOT_STORED) - failedBefore) {
    result.broken.push(...result.partial.map((copy) => `I2: ${copy} arrived, although its sender got 451`));
  }
  const ended = world.mail.crashes + world.web.crashes - crashes;
  if (ended > 0)
    result.broken.push(`I8: a process exited ${ended} times unexpectedly:\n${world.mail.output.slice(-800)}`);
  const personal = daemons.flatMap(({ log }, at) => personalLines(log.slice(logged[at]), PERSONAL));
  result.broken.push(...personal.slice(0, 5).map((line) => `I13: the log names a person: ${line}`));
  if (result.accepted === 0) result.broken.push('harness: no message was accepted in this round');
  return { ...result, recovery };
}

async function isStuck(world: World): Promise<boolean> {
  await drain(world, 7);
  return (await world.query('select from mail_recipients limit 1')).length > 0;
}
