import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../faults/chance.ts';
import { checkInvariants } from '../faults/judge/check-invariants.ts';
import { Load } from '../faults/load/load.ts';
import { drain } from '../faults/recovery.ts';
import { countReplies, type JudgedSwitch } from '../upgrade/verdict.ts';
import { type ContainerSite, SERVICES, type ServiceName } from './site.ts';
import { ContainerWebLoad } from './web-load.ts';

/** Milliseconds that each state lasts under load. */
const DWELL_MS = 3000;
/** What docs/install.md waits before the next process is replaced, so that the proxy uses the new one. */
const PROXY_MS = 10_000;
const DRAIN_SECONDS = 120;

/** A release as an image. */
export interface Image {
  version: string;
  tag: string;
}

export interface Switches {
  site: ContainerSite;
  chance: Chance;
  from: Image;
  to: Image;
  signal: AbortSignal;
  tell(line: string): void;
}

/**
 * Replaces the containers of a release one after the other by those of another one under load, goes back, and to the other
 * again, as docs/install.md describes it. A step that throws ends the switch and is part of the result.
 */
export async function switchImages({ site, chance, from, to, signal, tell }: Switches): Promise<JudgedSwitch> {
  const steps = async (step: (name: string, act: () => Promise<unknown>) => Promise<void>) => {
    await step(`load on ${from.version}`, () => sleep(DWELL_MS));
    site.image = to.tag;
    await step(`migration by ${to.version}`, () => site.compose('run', '--rm', '--no-deps', 'migrate'));
    await replace(to, SERVICES);
    await replace(from, [...SERVICES].reverse());
    await replace(to, SERVICES);

    async function replace(image: Image, order: readonly ServiceName[]): Promise<void> {
      site.image = image.tag;
      for (const service of order) await step(`${service}: ${image.version}`, () => replaceContainer(site, service));
      await step(`load on ${image.version}`, () => sleep(DWELL_MS));
    }
  };
  return underLoad({ site, chance, name: `${from.version} -> ${to.version}`, signal, tell, steps });
}

interface LoadedRun extends Omit<Switches, 'from' | 'to'> {
  name: string;
  steps(step: (name: string, act: () => Promise<unknown>) => Promise<void>): Promise<void>;
}

/** Runs steps under a load of requests and mail, and returns what clients saw and what became of the mail. */
async function underLoad({ site, chance, name, signal, tell, steps }: LoadedRun): Promise<JudgedSwitch> {
  const started = performance.now();
  const earlier = new Set(site.ledger.entries.keys());
  const processes: string[] = [];
  site.front.failures.splice(0);
  site.ended.splice(0);
  const web = new ContainerWebLoad(site);
  const mail = new Load(site.ledger, chance.fork(`load ${name}`), {
    ...{ port: site.smtpPort, people: site.people, senders: 4, pause: 120, replyTimeout: 25_000, several: 0.4 },
  });
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
  await mail.stop();
  await web.stop();
  web.step = 'queue';
  const queued = await drain(site, DRAIN_SECONDS);
  for (const { service, code } of site.ended) {
    if (code !== 0) processes.push(`${service} ended with ${code}`);
  }
  for (const service of SERVICES) processes.push(...(await site.errors(service)));
  const entries = [...site.ledger.entries.values()].filter(({ id }) => !earlier.has(id));
  return {
    name,
    seconds: (performance.now() - started) / 1000,
    web: web.counts,
    fronts: [...site.front.failures],
    processes,
    mail: checkInvariants(entries, site.sink, queued),
    replies: countReplies(entries),
  };
}

/** Replaces one container as docs/install.md does, and keeps the errors that the old one logged. */
async function replaceContainer(site: ContainerSite, service: ServiceName): Promise<void> {
  const errors = await site.errors(service);
  await site.compose('up', '--detach', '--no-deps', service);
  await site.untilHealthy(service);
  await sleep(PROXY_MS);
  if (errors.length > 0) throw new Error(errors.join('; '));
}
