import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { installPackage, tryCommand } from './test/system-packages.ts';

/** Flags for Chromium that disable background requests and let it run as root and in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking',
  '--disable-component-update --disable-sync',
].flatMap((line) => line.split(' '));

/** Returns the path of Chromium: CHROMIUM_PATH, Playwright's, or the system's; undefined if none is installed. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return named;
  }
  // The headless shell comes first because it takes half the time of a full browser.
  const system = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...system].find((path) => path !== '' && existsSync(path));
}

/** Finds Chromium or installs it: Debian's package as root, otherwise Playwright's. Throws with the failed commands. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('Chromium is not installed; installing it ...');
  const tried = installPackage('chromium-headless-shell', 'chromium').failures;
  if (!findChromium()) {
    tried.push(...tryCommand(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium').failures);
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(`Chromium could not be installed; install it or set CHROMIUM_PATH.\n${tried.join('\n')}`);
}
