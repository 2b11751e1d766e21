import type { Chance } from './chance.ts';
import type { Load, LoadOptions } from './load/load.ts';
import type { Breakpoint } from './proxies/pg-proxy.ts';
import type { World, WorldOptions } from './world/world.ts';

/** One kind of fault, and how it is caused under load. */
export interface Fault {
  name: string;
  /** A short description for the table. */
  description: string;
  load?: Partial<LoadOptions>;
  /** Seconds after the end of the fault within which all mail must be accepted again; 30 by default. */
  recovery?: number;
  /** The fault runs in a separate world with these options. */
  own?: Pick<WorldOptions, 'diskMegabytes' | 'relay' | 'processes'>;
  /** Returns the reason why this machine cannot cause the fault, or null if it can. */
  missing?(): string | null;
  /** Causes the fault once. Returns a text for each broken invariant that checkInvariants cannot detect. */
  inject(world: World, chance: Chance, load: Load): Promise<string[]>;
}

/** Waits until the mail process reaches a statement, and runs an action while it is paused there. */
export async function atPoint(
  world: World,
  { point, when }: Pick<Breakpoint, 'point' | 'when'>,
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
  if (!reached) return [`harness: no message reached the point "${when} ${point}"`];
  await act(reached);
  return [];
}
