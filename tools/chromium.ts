import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

/** The flags that journeys and screenshots start Chromium with: quiet, and able to run as root and in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium on this machine: CHROMIUM_PATH, Playwright's own, or the system's; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return named;
  }
  // Without windows it takes half the time of a whole browser.
  const system = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...system].find((path) => path !== '' && existsSync(path));
}

/** Finds a Chromium or installs one: Debian's as root, else Playwright's own. Throws with what was tried. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('There is no Chromium here; installing one ...');
  const tried: string[] = [];
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) tried.push(`${[command, ...args].join(' ')}:\n${error?.message ?? `${stdout}${stderr}`.trim()}`);
    return status === 0;
  };
  const asRoot = process.getuid?.() === 0;
  const install = (name: string) => run('apt-get', 'install', '-y', '--no-install-recommends', name);
  if (asRoot && run('apt-get', 'update')) install('chromium-headless-shell') || install('chromium');
  if (!findChromium()) run(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium');
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(`No Chromium could be installed; install one or set CHROMIUM_PATH.\n${tried.join('\n')}`);
}
