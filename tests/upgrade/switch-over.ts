import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Step, startMail, underLoad } from '../drills/switch-over.ts';
import type { JudgedSwitch } from '../drills/verdict.ts';
import { WebLoad } from '../drills/web-load.ts';
import type { Chance } from '../faults/chance.ts';
import type { Installation, Role } from './installation.ts';
import type { ReleaseFolder } from './release-folder.ts';
import type { UpgradeSite } from './site.ts';
import { appliedMigrations, migrationTimes, type StepTimes, stepTimes } from './step-times.ts';

/** A switch with its times. */
export interface SwitchResult extends JudgedSwitch {
  steps: StepTimes[];
  /** The migrations of the newer release, and the seconds that each took under load. */
  migrations: { name: string; seconds: number }[];
}

/** Milliseconds that each state lasts under load: before, between the steps, and after. */
const DWELL_MS = 2000;
const DRAIN_SECONDS = 90;

export interface SwitchOptions {
  site: UpgradeSite;
  chance: Chance;
  /** The running release, and the one to switch to. */
  from: Installation;
  to: Installation;
  /** False if the switch never leaves this release again. */
  back: boolean;
  signal: AbortSignal;
  tell(line: string): void;
}

/**
 * Switches from one release to another under load, back, and to the other again, as docs/operate.md describes. A step that throws ends the switch and
 * is part of the result.
 */
export async function switchOver(options: SwitchOptions): Promise<SwitchResult> {
  const { site, chance, from, to, back, signal, tell } = options;
  const fronts = [site.pages.failures.length, site.mail.failures.length] as const;
  const times: StepTimes[] = [];
  let migrations: SwitchResult['migrations'] = [];
  // Some pages are not cached yet.
  const others = () =>
    site.handles > 0 ? [1, 2, 3].map(() => `/person-${1 + Math.floor(Math.random() * site.handles)}`) : [];
  const reader = { paths: () => ['/', '/create', ...site.pagesOfPeople(), ...others()], assets: true };
  const web = new WebLoad(site, {
    readers: [reader, reader, reader],
    name: 'upgrade-visitor',
    pauses: { asset: 0 },
  });
  web.keepOpen(filesOf(from.release));
  const mail = startMail(site, chance.fork('load'), { port: site.mail.port, pause: 60 });

  const steps = async (untimed: Step) => {
    const step: Step = async (name, act) => {
      const [begun, requests, mails] = [performance.now(), site.pages.answers.length, mail.load.waits.length];
      try {
        await untimed(name, act);
      } finally {
        const seconds = (performance.now() - begun) / 1000;
        times.push(stepTimes(name, seconds, site.pages.answers.slice(requests), mail.load.waits.slice(mails)));
      }
    };
    const replace = async (old: Installation, next: Installation, order: readonly Role[][]) => {
      for (const roles of order) {
        const name = `${roles.join(', ')}: ${old.release.name} -> ${next.release.name}`;
        await step(name, () => replaceProcess(site, old, next, roles));
      }
    };
    await step(`load on ${from.release.name}`, () => sleep(DWELL_MS));
    const known = await appliedMigrations(site);
    const migratedAt = Date.now();
    await step(`migration by ${to.release.name}`, () => to.migrate());
    migrations = migrationTimes(known, await appliedMigrations(site), migratedAt);
    await step(`load on ${from.release.name} with the new schema`, () => sleep(DWELL_MS));
    await replace(from, to, from.layout);
    await step(`load on ${to.release.name}`, () => sleep(DWELL_MS));
    if (!back) return;
    web.keepOpen(filesOf(to.release));
    await replace(to, from, [...from.layout].reverse());
    await step(`load on ${from.release.name} again`, () => sleep(DWELL_MS));
    await replace(from, to, from.layout);
    await step(`load on ${to.release.name} again`, () => sleep(DWELL_MS));
  };
  const name = `${from.release.name} -> ${to.release.name}`;
  const result = await underLoad({ name, web, mail, drainSeconds: DRAIN_SECONDS, steps, signal, tell });
  return {
    ...result,
    steps: times,
    migrations,
    fronts: [...site.pages.failures.slice(fronts[0]), ...site.mail.failures.slice(fronts[1])],
    processes: [...result.processes, ...from.failures.splice(0), ...to.failures.splice(0)],
  };
}

/** Returns the paths of the scripts and styles of a release. */
function filesOf({ path }: ReleaseFolder): string[] {
  const manifest = readFileSync(join(path, 'dist/web/.vite/manifest.json'), 'utf8');
  const entries = Object.values(JSON.parse(manifest) as Record<string, { file: string; css?: string[] }>);
  const files = entries.flatMap(({ file, css = [] }) => [file, ...css]).filter((file) => /\.(js|css)$/.test(file));
  return files.map((file) => `/${file}`);
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
  // Senders may keep a connection open for any time; the server asks them to end it between two messages.
  if (roles.includes('http')) await site.pages.drained(old.ports.http);
  await old.stop(roles);
}
