import type { Chance } from '../faults/chance.ts';
import { checkInvariants } from '../faults/judge/check-invariants.ts';
import { Load } from '../faults/load/load.ts';
import { drain } from '../faults/recovery.ts';
import type { DrillSite } from './site.ts';
import { countReplies, type JudgedSwitch } from './verdict.ts';
import type { WebLoad } from './web-load.ts';

/** Runs a step of a switch, and names it in messages about failures. */
export type Step = (name: string, act: () => Promise<unknown>) => Promise<void>;

export interface LoadedRun {
  name: string;
  web: WebLoad;
  mail: MailRun;
  /** Seconds within which the queue must be empty. */
  drainSeconds: number;
  steps(step: Step): Promise<void>;
  signal: AbortSignal;
  tell(line: string): void;
}

/**
 * Runs steps under a load of requests and mail, and returns what clients saw and the outcome of the mail. A step that throws ends the run and is part
 * of the result.
 */
export async function underLoad(run: LoadedRun): Promise<Omit<JudgedSwitch, 'fronts'>> {
  const { name, web, mail, drainSeconds, steps, signal, tell } = run;
  const started = performance.now();
  const processes: string[] = [];
  try {
    await steps(async (step, act) => {
      signal.throwIfAborted();
      web.step = step;
      const begun = performance.now();
      await act();
      tell(`  ${step} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    });
  } catch (error) {
    processes.push(`${web.step}: ${(error as Error).message}`);
  }
  await mail.load.stop();
  await web.stop();
  web.step = 'queue';
  const outcome = await mail.end(drainSeconds);
  return { name, seconds: (performance.now() - started) / 1000, web: web.counts, processes, ...outcome };
}

export type MailRun = ReturnType<typeof startMail>;

/**
 * Starts four senders to all people of a site, with a pause between two messages of up to `pause` milliseconds. `end` stops them, waits for the
 * queue, and returns the outcome of their mail.
 */
export function startMail(site: DrillSite, chance: Chance, { port, pause }: { port: number; pause: number }) {
  const earlier = new Set(site.ledger.entries.keys());
  const options = { port, people: site.people, senders: 4, pause, replyTimeout: 25_000, several: 0.4 };
  const load = new Load(site.ledger, chance, options);
  return {
    load,
    async end(drainSeconds: number) {
      await load.stop();
      const queued = await drain(site, drainSeconds);
      const entries = [...site.ledger.entries.values()].filter(({ id }) => !earlier.has(id));
      return { mail: checkInvariants(entries, site.sink, queued), replies: countReplies(entries) };
    },
  };
}
