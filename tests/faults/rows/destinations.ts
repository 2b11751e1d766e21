import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/report.ts';
import type { Step } from '../../../fakes/inbox.ts';
import type { Chance } from '../chance.ts';
import type { Fault } from '../fault.ts';
import type { Load } from '../load.ts';
import type { Wire } from '../smtp-proxy.ts';
import type { Destination, World } from '../world.ts';

const STEPS: [Step, ...Step[]] = ['banner', 'ehlo', 'mail', 'rcpt', 'data', 'dot'];
const MOST_MEGABYTES = 900;

/** Faults of destinations. One of them misbehaves, and mail to the others must not be affected. */
export const DESTINATIONS: Fault[] = [
  {
    name: 'hung destination',
    does: 'one destination of five says nothing any more, from a random step on',
    async strike(world, chance, load) {
      const ill = pick(world, chance);
      const step = chance.pick(STEPS);
      ill.inbox.on(step, 'hang');
      load.waits.length = 0;
      await sleep(5000);
      return headOfLine(world, ill, load);
    },
  },
  {
    name: 'bad answers',
    does: '4xx, 5xx, 421, garbage, an endless line, a reply of a million lines',
    async strike(world, chance) {
      const answers = chance.shuffled(ANSWERS);
      for (let turn = 0; turn < 3; turn++) {
        for (const [at, { inbox, person }] of world.destinations.entries()) {
          const answer = answers[(turn * world.destinations.length + at) % answers.length] ?? '';
          if (answer.startsWith('5')) world.sink.refusers.add(person.destination);
          inbox.on(chance.pick(['mail', 'rcpt', 'data']), answer);
        }
        await sleep(1200);
        for (const { inbox } of world.destinations) for (const step of STEPS) inbox.on(step, null);
      }
      const { megabytes } = world.mail;
      return megabytes > MOST_MEGABYTES ? [`I10: the mail processes hold ${Math.round(megabytes)} MB`] : [];
    },
  },
  {
    name: 'refused at the dot',
    does: 'one destination refuses the whole message at its final dot, another defers it there',
    load: { several: 0.5 },
    async strike(world, chance) {
      const [refuser, later] = chance.shuffled(world.destinations);
      if (!refuser || !later) return ['harness: there are no two destinations'];
      world.sink.refusers.add(refuser.person.destination);
      refuser.inbox.on('dot', chance.pick(REFUSALS_AT_THE_DOT));
      later.inbox.on('dot', '451 4.7.1 Try again later');
      const refused = () =>
        [...world.ledger.entries.values()].filter(({ replies }) => replies.some((reply) => Number(reply) >= 550));
      const before = refused().length;
      const returnedBefore = world.sink.returned.size;
      for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
        world.sink.collect(world.ledger.entries);
        const queued = await world.ask('select from mail_recipients where destination = $1', [
          later.person.destination,
        ]);
        if (refused().length > before && world.sink.returned.size > returnedBefore && queued.length > 0) break;
      }
      await sleep(1500);
      return refused().length > before ? [] : ['harness: no sender was told that its message was refused at the dot'];
    },
  },
  wired('slow destination', 'replies come byte by byte', () => ({ kind: 'dribble', milliseconds: 20 })),
  wired('reset in DATA', 'the connection is reset in the middle of a message', (chance) => ({
    kind: 'reset at',
    bytes: chance.whole(1, 4000),
  })),
  wired('cut at the dot', 'the line is cut when the final dot has left us and has not arrived', () => ({
    kind: 'cut at dot',
  })),
  wired('cut after the dot', 'taken, and the line is cut before its 250', () => ({ kind: 'cut reply' }), 8),
  wired('lying: 4xx', 'taken, and 451 is said', () => ({ kind: 'lie' }), 8),
  wired('lying: silent', '250 is said and never another word', () => ({ kind: 'silent after' })),
  wired('nobody listens', 'connections are reset at once', () => ({ kind: 'refuse' })),
  wired('half-open', 'connections stay open and no byte passes, nobody is told', () => ({ kind: 'freeze' })),
];

const REFUSALS_AT_THE_DOT: [string, ...string[]] = [
  '550 5.1.1 No such mailbox',
  '554 5.6.0 Content rejected',
  '552 5.3.4 Message too large',
];

/** The last two are what no client should gather for ever. */
const ANSWERS = [
  '451 4.7.1 Greylisted, come again',
  '550 5.1.1 No such mailbox',
  '421 4.3.2 Going down',
  '452 4.2.2 Mailbox full',
  'nonsense \u0007 without a code',
  `250 ${'x'.repeat(5_000_000)}`,
  `${'250-and more\r\n'.repeat(300_000)}250 at last`,
];

function wired(name: string, does: string, wire: (chance: Chance) => Wire, times?: number): Fault {
  return {
    name,
    does,
    async strike(world, chance, load) {
      const ill = pick(world, chance);
      ill.line.bend(wire(chance), times);
      load.waits.length = 0;
      await sleep(4000);
      return headOfLine(world, ill, load);
    },
  };
}

function pick(world: World, chance: Chance): Destination {
  const [first, ...rest] = world.destinations;
  if (!first) throw new Error('There is no destination');
  return chance.pick([first, ...rest]);
}

/** Mail to the others must not wait as long as a sender waits for one that is hung. */
function headOfLine(world: World, ill: Destination, load: Load): string[] {
  const others = load.waits.filter(({ to }) => to !== ill.person.address).map(({ milliseconds }) => milliseconds);
  const slow = percentile(others, 90);
  const limit = (world.options.budget ?? 2) * 1000;
  // Among the tests of a busy machine nothing is said about time.
  if (world.options.hurried)
    return others.length > 0 ? [] : ['I9: no message to another destination was taken meanwhile'];
  if (others.length < 5) return [`I9: only ${others.length} messages to other destinations were taken meanwhile`];
  return slow >= limit ? [`I9: a tenth of the mail to other destinations waited ${Math.round(slow)} ms or more`] : [];
}
