import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { drain, heal, killMail } from './healing.ts';
import { judge } from './judge.ts';
import { Load } from './load.ts';
import { pressTogether } from './web-use.ts';
import type { World } from './world.ts';

/** A deliberate bug, and the invariant that must detect it. */
export interface Mutant {
  name: string;
  /** The process that gets the patch. */
  process: 'mail' | 'web';
  /** The invariant that must be reported as broken. */
  rule: string;
  /** Creates the situation that shows the mutant, and returns what is broken. */
  expose(world: World, chance: Chance): Promise<string[]>;
}

/** Bugs that this harness must detect, or it proves nothing (patches in tests/faults/patch.ts). */
export const MUTANTS: Mutant[] = [
  {
    name: '250 before COMMIT',
    process: 'mail',
    rule: 'I1',
    async expose(world, chance) {
      // The bug affects only messages that are between RCPT and the reply at that moment, and there may be none.
      for (let tries = 0; tries < 5; tries++) {
        const found = await mailed(world, chance.fork(`try ${tries}`), 1, async () => {
          // Without the database, every 250 in this second is sent without a commit.
          if (world.mailLine) world.mailLine.refusing = true;
          world.mailLine?.cutAll();
          await sleep(1000);
          await killMail(world);
        });
        if (found.length > 0) return found;
      }
      return [];
    },
  },
  {
    name: 'marked before sent',
    process: 'mail',
    rule: 'I1',
    expose: (world, chance) =>
      mailed(world, chance, 1, async () => {
        for (const { inbox } of world.destinations) inbox.on('mail', 'hang');
        await sleep(1000);
        await killMail(world);
      }),
  },
  {
    name: 'needless bounce',
    process: 'mail',
    rule: 'I11',
    expose: (world, chance) =>
      mailed(world, chance, 1, async () => {
        for (const { line } of world.destinations) line.bend({ kind: 'refuse' });
        await sleep(2000);
      }),
  },
  {
    name: 'no answer counted as delivered',
    process: 'mail',
    rule: 'I1',
    expose: (world, chance) =>
      mailed(world, chance, 0.5, async () => {
        for (const { line } of world.destinations) line.bend({ kind: 'cut at dot' });
        await sleep(1500);
      }),
  },
  {
    name: 'token used twice',
    process: 'web',
    rule: 'I5',
    async expose(world) {
      for (let tries = 0; tries < 5; tries++) {
        const failure = await pressTogether(world);
        if (failure) return [failure];
      }
      return [];
    },
  },
];

/** Applies a mutant to a world and removes it. Returns null if it was caught, or a text with what was found instead. */
export async function catchMutant(world: World, mutant: Mutant, chance: Chance): Promise<string | null> {
  await world.patch(mutant.process, mutant.name);
  try {
    const found = await mutant.expose(world, chance.fork(mutant.name));
    if (found.some((text) => text.startsWith(`${mutant.rule}:`))) return null;
    return `found: ${found.join('; ') || 'nothing'}`;
  } finally {
    await world.patch(mutant.process, null);
  }
}

async function mailed(world: World, chance: Chance, several: number, act: () => Promise<void>): Promise<string[]> {
  const { people, smtpPort: port } = world;
  const earlier = new Set(world.ledger.entries.keys());
  world.sink.refusers.clear();
  const load = new Load(world.ledger, chance, { port, people, senders: 4, pause: 50, patience: 10_000, several });
  await sleep(300);
  await act();
  await heal(world);
  await load.stop();
  await world.mail.untilReady(60_000);
  const queued = await drain(world, 10);
  const entries = [...world.ledger.entries.values()].filter(({ id }) => !earlier.has(id));
  return judge(entries, world.sink, queued).broken;
}
