import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { atPoint, type Fault } from '../fault.ts';
import { createSendingHandle, type SendingHandle } from '../load/sending-handle.ts';
import { incoming, replies, SentLoad, submissions, type Way } from '../load/sent-load.ts';
import { killMail } from '../recovery.ts';
import type { World } from '../world/world.ts';

const READY = 60_000;
const KILLS = 2;

type Inject = (world: World, chance: Chance) => Promise<string[]>;

/** Faults while mail leaves from a handle. Such mail is always stored before its 250. */
export const SENT_MAIL: Fault[] = [
  whileSending({
    name: 'submission: kill mail',
    description: 'kill -9 of the mail process at a random moment, twice',
    way: submissions,
    inject: killRepeatedly,
  }),
  whileSending({
    name: 'submission: kill at COMMIT',
    description: 'kill -9 before and after the COMMIT that stores a submitted message',
    way: submissions,
    async inject(world) {
      const found: string[] = [];
      for (const when of ['before', 'after'] as const) {
        found.push(...(await atPoint(world, { point: 'store', when }, () => killMail(world))));
        await world.mail.untilReady(READY);
      }
      return found;
    },
  }),
  whileSending({
    name: 'submission: database cut',
    description: 'all connections to the database are cut, three times',
    way: submissions,
    async inject(world, chance) {
      for (let cuts = 0; cuts < 3; cuts++) {
        await sleep(chance.whole(300, 1500));
        world.mailLine?.cutAll();
      }
      return [];
    },
  }),
  whileSending({
    name: 'submission: lost replies',
    description: 'one destination accepts messages and its 250 does not arrive; another one defers',
    way: submissions,
    async inject(world, chance) {
      const [first, second] = chance.shuffled(world.destinations);
      first?.line.inject({ kind: 'cut reply' }, 8);
      second?.inbox.on('rcpt', '450 4.2.0 Try again');
      await sleep(4000);
      return [];
    },
  }),
  whileSending({
    name: 'replies: kill mail',
    description: 'kill -9 of the mail process while an inbox writes to reply addresses, twice',
    way: replies,
    inject: killRepeatedly,
  }),
  whileSending({
    name: 'auto-replies: kill mail',
    description:
      'kill -9 of the mail process while a handle replies automatically, twice: no sender gets more replies than attempts',
    way: incoming,
    async inject(world, chance) {
      world.sink.autoReplies.clear();
      await killRepeatedly(world, chance);
      await sleep(1000);
      return [];
    },
    after: checkAutoReplies,
  }),
];

async function killRepeatedly(world: World, chance: Chance): Promise<string[]> {
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(chance.whole(500, 2000));
    await killMail(world);
    await world.mail.untilReady(READY);
  }
  return [];
}

/** Waits until no automatic reply is queued, and returns the senders who got more replies than there were attempts. */
async function checkAutoReplies(world: World): Promise<string[]> {
  for (const deadline = Date.now() + READY; Date.now() < deadline; await sleep(250)) {
    const waiting = await world.query("select from mail_recipients where traffic = 'sent' limit 1");
    if (waiting.length === 0) break;
  }
  world.sink.collect(world.ledger.entries);
  const counts = [...world.sink.autoReplies];
  if (counts.length === 0) return ['harness: no automatic reply arrived'];
  return counts
    .filter(([, count]) => count > 1 + KILLS)
    .map(([id, count]) => `I3: the sender of message ${id} got ${count} automatic replies`);
}

/** A fault while mail leaves from a handle, and no other mail is sent. */
function whileSending(row: {
  name: string;
  description: string;
  way: (world: World, handle: SendingHandle) => Way;
  inject: Inject;
  /** Runs when the load has ended. */
  after?: (world: World) => Promise<string[]>;
}): Fault {
  return {
    name: row.name,
    description: row.description,
    load: { senders: 1 },
    recovery: 60,
    async inject(world, chance, load) {
      await load.stop();
      const handle = await createSendingHandle(world);
      await world.query('update sending_settings set reply_mode = $1', [
        row.way === replies ? 'reply' : 'pass-through',
      ]);
      const sent = new SentLoad(world, row.way(world, handle), chance.fork('sent mail'));
      const found: string[] = [];
      try {
        await sleep(500);
        found.push(...(await row.inject(world, chance.fork('fault'))));
      } finally {
        await sent.stop();
      }
      return [...found, ...((await row.after?.(world)) ?? [])];
    },
  };
}
