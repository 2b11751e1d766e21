import { setTimeout as sleep } from 'node:timers/promises';
import { type Step, startMail, underLoad } from '../drills/switch-over.ts';
import type { JudgedSwitch } from '../drills/verdict.ts';
import { WebLoad } from '../drills/web-load.ts';
import type { Chance } from '../faults/chance.ts';
import { type ContainerSite, SERVICES, type ServiceName } from './site.ts';

/** Milliseconds that each state lasts under load. */
const DWELL_MS = 3000;
/** The pause of docs/install.md before the next process is replaced; by then the proxy uses the new one. */
const PROXY_MS = 10_000;
const DRAIN_SECONDS = 120;
/** All clients share one address here, and its limits of 600 calls and 90 writes a minute stay as in production. */
const PAUSES = { asset: 300, 'open page': 1000, edit: 1000, claim: 12_000 };

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
 * Replaces the containers of a release one by one with those of another release under load, goes back, and switches
 * again, as docs/install.md describes. A step that throws ends the switch and is part of the result.
 */
export async function switchImages({ site, chance, from, to, signal, tell }: Switches): Promise<JudgedSwitch> {
  const steps = async (step: Step) => {
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
  site.front.failures.splice(0);
  site.ended.splice(0);
  const name = `${from.version} -> ${to.version}`;
  const ofPeople = { paths: () => site.pagesOfPeople(), assets: false };
  const withAssets = { paths: () => ['/', '/create'], assets: true };
  const web = new WebLoad(site, {
    readers: [ofPeople, ofPeople, ofPeople, withAssets],
    name: 'contained-visitor',
    pauses: PAUSES,
  });
  const mail = startMail(site, chance.fork(`load ${name}`), { port: site.smtpPort, pause: 120 });
  const result = await underLoad({ name, web, mail, drainSeconds: DRAIN_SECONDS, steps, signal, tell });
  for (const { service, code } of site.ended) {
    if (code !== 0) result.processes.push(`${service} ended with ${code}`);
  }
  for (const service of SERVICES) result.processes.push(...(await site.errors(service)));
  return { ...result, fronts: [...site.front.failures] };
}

/** Replaces one container as docs/install.md does, and keeps the errors that the old one logged. */
async function replaceContainer(site: ContainerSite, service: ServiceName): Promise<void> {
  const errors = await site.errors(service);
  await site.compose('up', '--detach', '--no-deps', service);
  await site.untilHealthy(service);
  await sleep(PROXY_MS);
  if (errors.length > 0) throw new Error(errors.join('; '));
}
