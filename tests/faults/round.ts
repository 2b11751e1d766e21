import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Fault } from './fault.ts';
import { drain, heal, killMail, recover } from './healing.ts';
import { type Judgement, judge } from './judge.ts';
import { Load } from './load.ts';
import type { World } from './world.ts';

export interface Round extends Judgement {
  /** Seconds from the heal until mail for every person was accepted again, or null if the limit passed. */
  recovery: number | null;
}

/** The log text for a message that could not be stored. */
const NOT_STORED = 'message could not be queued';
const RECOVERY = 30;
/** The lease of a killed process ends after 30 seconds, and the queue is polled every 5 seconds. */
const DRAIN = 90;

/** Plays one round: load, fault, heal, drain, judgement. Nameplate recovers without intervention after the heal. */
export async function playRound(world: World, fault: Fault, chance: Chance): Promise<Round> {
  const earlier = new Set(world.ledger.entries.keys());
  world.sink.refusers.clear();
  const failedBefore = world.mail.logged(NOT_STORED);
  const crashes = world.mail.crashes + world.web.crashes;
  const load = new Load(world.ledger, chance.fork('load'), {
    port: world.smtpPort,
    people: world.people,
    senders: 6,
    pause: 60,
    patience: 25_000,
    several: 0.4,
    ...fault.load,
  });
  let broken: string[];
  try {
    await sleep(500);
    broken = await fault.strike(world, chance.fork('strike'), load);
  } finally {
    await heal(world);
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
  const judgement = judge(
    [...world.ledger.entries.values()].filter(({ id }) => !earlier.has(id)),
    world.sink,
    queued,
  );
  judgement.broken.unshift(...broken);
  if (recovery === null) judgement.broken.push(`I8: not everybody's mail was taken ${limit} seconds after the heal`);
  if (judgement.queued > 0) judgement.broken.push(`I8: ${judgement.queued} copies still wait after ${DRAIN} seconds`);
  if (judgement.partial.length > world.mail.logged(NOT_STORED) - failedBefore) {
    judgement.broken.push(...judgement.partial.map((copy) => `I2: ${copy} arrived, though its sender was told 451`));
  }
  const ended = world.mail.crashes + world.web.crashes - crashes;
  if (ended > 0)
    judgement.broken.push(`I8: a process ended ${ended} times by itself:\n${world.mail.output.slice(-800)}`);
  if (judgement.accepted === 0) judgement.broken.push('harness: no message was accepted in this round');
  return { ...judgement, recovery };
}

async function isStuck(world: World): Promise<boolean> {
  await drain(world, 7);
  return (await world.ask('select from mail_recipients limit 1')).length > 0;
}
