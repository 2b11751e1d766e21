import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/print-tables.ts';
import type { Step } from '../../../fakes/inbox.ts';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { Load } from '../load/load.ts';
import type { LineFault } from '../proxies/smtp-proxy.ts';
import type { Destination, World } from '../world/world.ts';

const STEPS: [Step, ...Step[]] = ['banner', 'ehlo', 'mail', 'rcpt', 'data', 'dot'];
const MAX_MEGABYTES = 900;

/** Faults of destinations. One of them misbehaves, and mail to the others must not be affected. */
export const DESTINATIONS: Fault[] = [
  {
    name: 'hung destination',
    description: 'one destination of five stops replying at a random step',
    async inject(world, chance, load) {
      const faulty = pick(world, chance);
      const step = chance.pick(STEPS);
      faulty.inbox.on(step, 'hang');
      load.waits.length = 0;
      await sleep(5000);
      return headOfLine(world, faulty, load);
    },
  },
  {
    name: 'bad answers',
    description: 'destinations reply 4xx, 5xx, 421, garbage, a line of 5 MB, or 300,000 lines',
    async inject(world, chance) {
      const replies = chance.shuffled(REPLIES);
      for (let turn = 0; turn < 3; turn++) {
        for (const [at, { inbox, person }] of world.destinations.entries()) {
          const reply = replies[(turn * world.destinations.length + at) % replies.length] ?? '';
          if (reply.startsWith('5')) world.sink.rejecting.add(person.destination);
          inbox.on(chance.pick(['mail', 'rcpt', 'data']), reply);
        }
        await sleep(1200);
        for (const { inbox } of world.destinations) for (const step of STEPS) inbox.on(step, null);
      }
      const { megabytes } = world.mail;
      return megabytes > MAX_MEGABYTES ? [`I10: the mail processes use ${Math.round(megabytes)} MB`] : [];
    },
  },
  {
    name: 'refused at the dot',
    description: 'one destination rejects the message after its final dot, another defers it',
    load: { several: 0.5 },
    async inject(world, chance) {
      const [rejecting, later] = chance.shuffled(world.destinations);
      if (!rejecting || !later) return ['harness: the fault needs two destinations'];
      world.sink.rejecting.add(rejecting.person.destination);
      rejecting.inbox.on('dot', chance.pick(REJECTIONS_AFTER_DATA));
      later.inbox.on('dot', '451 4.7.1 Try again later');
      const refused = () =>
        [...world.ledger.entries.values()].filter(({ replies }) => replies.some((reply) => Number(reply) >= 550));
      const before = refused().length;
      const returnedBefore = world.sink.returned.size;
      for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
        world.sink.collect(world.ledger.entries);
        const queued = await world.query('select from mail_recipients where destination = $1', [
          later.person.destination,
        ]);
        if (refused().length > before && world.sink.returned.size > returnedBefore && queued.length > 0) break;
      }
      await sleep(1500);
      return refused().length > before ? [] : ['harness: no sender got a rejection after the final dot'];
    },
  },
  lineFault('slow destination', 'replies arrive byte by byte', () => ({ kind: 'slow replies', milliseconds: 20 })),
  lineFault('reset in DATA', 'the connection is reset in the middle of a message', (chance) => ({
    kind: 'reset at',
    bytes: chance.whole(1, 4000),
  })),
  lineFault('cut at the dot', 'the connection is cut before the final dot arrives', () => ({
    kind: 'cut at dot',
  })),
  lineFault(
    'cut after the dot',
    'the destination accepts the message, and the connection is cut before its 250 arrives',
    () => ({ kind: 'cut reply' }),
    8,
  ),
  lineFault(
    '4xx after acceptance',
    'the destination accepts the message and replies 451',
    () => ({ kind: 'false reply' }),
    8,
  ),
  lineFault('silent after 250', 'the destination replies 250 and then stops replying', () => ({
    kind: 'silent after',
  })),
  lineFault('connection refused', 'new connections are reset', () => ({ kind: 'refuse' })),
  lineFault('half-open', 'connections stay open, and no byte passes', () => ({ kind: 'freeze' })),
];

const REJECTIONS_AFTER_DATA: [string, ...string[]] = [
  '550 5.1.1 No such mailbox',
  '554 5.6.0 Content rejected',
  '552 5.3.4 Message too large',
];

/** The last two exceed any limit of a reply; a client without a limit would buffer all of it. */
const REPLIES = [
  '451 4.7.1 Greylisted, come again',
  '550 5.1.1 No such mailbox',
  '421 4.3.2 Going down',
  '452 4.2.2 Mailbox full',
  'nonsense \u0007 without a code',
  `250 ${'x'.repeat(5_000_000)}`,
  `${'250-and more\r\n'.repeat(300_000)}250 at last`,
];

function lineFault(name: string, description: string, fault: (chance: Chance) => LineFault, times?: number): Fault {
  return {
    name,
    description,
    async inject(world, chance, load) {
      const faulty = pick(world, chance);
      faulty.line.inject(fault(chance), times);
      load.waits.length = 0;
      await sleep(4000);
      return headOfLine(world, faulty, load);
    },
  };
}

function pick(world: World, chance: Chance): Destination {
  const [first, ...rest] = world.destinations;
  if (!first) throw new Error('The test needs a destination');
  return chance.pick([first, ...rest]);
}

/** Returns a text if mail to the other destinations is delayed as long as mail to the faulty one. */
function headOfLine(world: World, faulty: Destination, load: Load): string[] {
  const others = load.waits.filter(({ to }) => to !== faulty.person.address).map(({ milliseconds }) => milliseconds);
  const slow = percentile(others, 90);
  const limit = (world.options.budget ?? 2) * 1000;
  // Other tests run in parallel in a hurried world, so its delays prove nothing.
  if (world.options.hurried)
    return others.length > 0 ? [] : ['I9: no message to another destination was accepted during the fault'];
  if (others.length < 5)
    return [`I9: only ${others.length} messages to other destinations were accepted during the fault`];
  return slow >= limit ? [`I9: a tenth of the mail to other destinations waited ${Math.round(slow)} ms or more`] : [];
}
