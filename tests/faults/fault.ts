import type { Chance } from './chance.ts';
import type { Load, LoadOptions } from './load.ts';
import type { Trap } from './pg-proxy.ts';
import type { World, WorldOptions } from './world.ts';

/** One kind of fault, and how it is brought about under load. */
export interface Fault {
  name: string;
  /** What it does, in a few words for the table. */
  does: string;
  load?: Partial<LoadOptions>;
  /** Seconds after the heal within which everybody's mail is taken again; 30 by default. */
  recovery?: number;
  /** It has a world of its own, which differs so from the others'. */
  own?: Pick<WorldOptions, 'diskMegabytes' | 'relay' | 'processes'>;
  /** Why it cannot be had here, in words; null where it can. */
  missing?(): string | null;
  /** Strikes once. Answers, in words, what no judgement of the mail would see to be broken. */
  strike(world: World, chance: Chance, load: Load): Promise<string[]>;
}

/** Waits until the mail process comes to a point, and does something while it stands there. */
export async function atPoint(
  world: World,
  { point, when }: Pick<Trap, 'point' | 'when'>,
  act: (line: { release(): void; cut(): void }) => Promise<void>,
): Promise<string[]> {
  const reached = await new Promise<{ release(): void; cut(): void } | null>((resolve) => {
    const timer = setTimeout(() => {
      world.mailLine?.disarm();
      resolve(null);
    }, 15_000);
    const onReached = (line: { release(): void; cut(): void }) => {
      clearTimeout(timer);
      resolve(line);
    };
    world.mailLine?.arm({ point, when, onReached });
  });
  if (!reached) return [`harness: no message came to the point "${when} ${point}"`];
  await act(reached);
  return [];
}
