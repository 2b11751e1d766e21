import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { Load } from '../load/load.ts';
import { pressConcurrently } from '../load/web-use.ts';
import { clearFaults, drain, killMail } from '../recovery.ts';
import { ALWAYS, type World } from '../world/world.ts';
import { checkInvariants } from './check-invariants.ts';

/** A deliberate bug, and the invariant that must detect it. */
export interface Mutant {
  name: string;
  /** The process that gets the patch. */
  process: 'mail' | 'web';
  /** The invariant that must be reported as broken. */
  rule: string;
  /** Creates the conditions under which the mutant fails, and returns the broken invariants. */
  expose(world: World, chance: Chance): Promise<string[]>;
}

/** Bugs that this harness must detect, or it proves nothing (patches in tests/faults/world/patch.ts). */
export const MUTANTS: Mutant[] = [
  {
    name: '250 before COMMIT',
    process: 'mail',
    rule: 'I1',
    async expose(world, chance) {
      // The bug affects only messages between RCPT and the reply at that moment, and perhaps no message is there.
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
        for (const { line } of world.destinations) line.inject({ kind: 'refuse' });
        await sleep(2000);
      }),
  },
  {
    name: 'no answer counted as delivered',
    process: 'mail',
    rule: 'I1',
    expose: (world, chance) =>
      mailed(world, chance, 0.5, async () => {
        for (const { line } of world.destinations) line.inject({ kind: 'cut at dot' });
        await sleep(1500);
      }),
  },
  {
    name: 'token used twice',
    process: 'web',
    rule: 'I5',
    async expose(world) {
      for (let tries = 0; tries < 5; tries++) {
        const failure = await pressConcurrently(world);
        if (failure) return [failure];
      }
      return [];
    },
  },
];

/**
 * Applies a mutant to a world, instead of an earlier one. Returns null if it was caught, or a text with what was found instead.
 * The mutant stays until the next one or `removeMutants`, because each change restarts the process.
 */
export async function catchMutant(world: World, mutant: Mutant, chance: Chance): Promise<string | null> {
  await removeMutants(world, mutant.process);
  await world.patch(mutant.process, mutant.name);
  const found = await mutant.expose(world, chance.fork(mutant.name));
  if (found.some((text) => text.startsWith(`${mutant.rule}:`))) return null;
  return `found: ${found.join('; ') || 'nothing'}`;
}

/** Removes the mutants of all processes but `except`, which is about to get another one. */
export async function removeMutants(world: World, except?: Mutant['process']): Promise<void> {
  for (const process of ['mail', 'web'] as const) {
    if (process !== except && world[process].env.FAULTS_PATCHES !== ALWAYS) await world.patch(process, null);
  }
}

async function mailed(world: World, chance: Chance, several: number, act: () => Promise<void>): Promise<string[]> {
  const { people, smtpPort: port } = world;
  const earlier = new Set(world.ledger.entries.keys());
  world.sink.rejecting.clear();
  const load = new Load(world.ledger, chance, { port, people, senders: 4, pause: 50, replyTimeout: 10_000, several });
  await sleep(300);
  await act();
  await clearFaults(world);
  await load.stop();
  await world.mail.untilReady(60_000);
  const queued = await drain(world, 10);
  const entries = [...world.ledger.entries.values()].filter(({ id }) => !earlier.has(id));
  return checkInvariants(entries, world.sink, queued).broken;
}
