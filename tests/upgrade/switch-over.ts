import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../faults/chance.ts';
import { checkInvariants } from '../faults/judge/check-invariants.ts';
import { Load } from '../faults/load/load.ts';
import { drain } from '../faults/recovery.ts';
import type { Installation, Role } from './installation.ts';
import type { UpgradeSite } from './site.ts';
import { appliedMigrations, migrationTimes, type StepTimes, stepTimes } from './step-times.ts';
import { countReplies, type SwitchResult } from './verdict.ts';
import { WebLoad } from './web-load.ts';

/** Milliseconds that each state lasts under load: before, between the steps, and after. */
const DWELL_MS = 2000;
const DRAIN_SECONDS = 90;

export interface SwitchOptions {
  site: UpgradeSite;
  chance: Chance;
  /** The release that serves, and the one to switch to. */
  from: Installation;
  to: Installation;
  /** False for a release that is not meant to be left again. */
  back: boolean;
  signal: AbortSignal;
  tell(line: string): void;
}

/**
 * Switches from one release to another under load, back, and to the other again, as docs/operate.md describes it. A step that
 * throws ends the switch and is part of the result.
 */
export async function switchOver(options: SwitchOptions): Promise<SwitchResult> {
  const { site, chance, from, to, back, signal, tell } = options;
  const started = performance.now();
  const earlier = new Set(site.ledger.entries.keys());
  const fronts = [site.pages.failures.length, site.mail.failures.length] as const;
  const processes: string[] = [];
  const steps: StepTimes[] = [];
  const web = new WebLoad(site);
  web.keepOpen(from.release.path);
  const mail = new Load(site.ledger, chance.fork('load'), {
    port: site.mail.port,
    people: site.people,
    senders: 4,
    pause: 60,
    replyTimeout: 25_000,
    several: 0.4,
  });
  const step = async (name: string, act: () => Promise<unknown>) => {
    signal.throwIfAborted();
    web.step = name;
    const [begun, requests, mails] = [performance.now(), site.pages.answers.length, mail.waits.length];
    try {
      await act();
    } finally {
      const seconds = (performance.now() - begun) / 1000;
      steps.push(stepTimes(name, seconds, site.pages.answers.slice(requests), mail.waits.slice(mails)));
      tell(`  ${name} (${seconds.toFixed(1)} s)`);
    }
  };
  let migrations: SwitchResult['migrations'] = [];
  const replace = async (old: Installation, next: Installation, order: readonly Role[][]) => {
    for (const roles of order) {
      const name = `${roles.join(', ')}: ${old.release.name} -> ${next.release.name}`;
      await step(name, () => replaceProcess(site, old, next, roles));
    }
  };
  try {
    await step(`load on ${from.release.name}`, () => sleep(DWELL_MS));
    const known = await appliedMigrations(site);
    const migratedAt = Date.now();
    await step(`migration by ${to.release.name}`, () => to.migrate());
    migrations = migrationTimes(known, await appliedMigrations(site), migratedAt);
    await step(`load on ${from.release.name} with the new schema`, () => sleep(DWELL_MS));
    await replace(from, to, from.layout);
    await step(`load on ${to.release.name}`, () => sleep(DWELL_MS));
    if (back) {
      web.keepOpen(to.release.path);
      await replace(to, from, [...from.layout].reverse());
      await step(`load on ${from.release.name} again`, () => sleep(DWELL_MS));
      await replace(from, to, from.layout);
      await step(`load on ${to.release.name} again`, () => sleep(DWELL_MS));
    }
  } catch (error) {
    processes.push(`${web.step}: ${(error as Error).message}`);
  }
  await mail.stop();
  await web.stop();
  web.step = 'queue';
  const queued = await drain(site, DRAIN_SECONDS);
  const entries = [...site.ledger.entries.values()].filter(({ id }) => !earlier.has(id));
  return {
    name: `${from.release.name} -> ${to.release.name}`,
    seconds: (performance.now() - started) / 1000,
    steps,
    migrations,
    web: web.counts,
    fronts: [...site.pages.failures.slice(fronts[0]), ...site.mail.failures.slice(fronts[1])],
    processes: [...processes, ...from.failures.splice(0), ...to.failures.splice(0)],
    mail: checkInvariants(entries, site.sink, queued),
    replies: countReplies(entries),
  };
}

/** Starts the new process beside the old one, lets both serve, moves the traffic, and stops the old one. */
async function replaceProcess(site: UpgradeSite, old: Installation, next: Installation, roles: Role[]): Promise<void> {
  await next.start(roles);
  const isShown = roles.includes('http') || roles.includes('mail');
  if (roles.includes('http')) site.pages.use(old.ports.http, next.ports.http);
  if (roles.includes('mail')) site.mail.use(old.ports.mail, next.ports.mail);
  if (isShown) await sleep(DWELL_MS);
  if (roles.includes('http')) site.pages.use(next.ports.http);
  if (roles.includes('mail')) site.mail.use(next.ports.mail);
  // Senders keep a connection as long as they like: their server asks them to leave between two messages.
  if (roles.includes('http')) await site.pages.drained(old.ports.http);
  await old.stop(roles);
}
