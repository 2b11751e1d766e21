import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Cookie, chromium } from 'playwright';
import { type App, startApp } from '../tests/support/server/app-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts';
import { captureEmail, composeEmails } from './screenshots/emails.ts';
import type { Screen, TestData } from './screenshots/screen.ts';
import { SCREENS } from './screenshots/screens.ts';
import { addInbox, askToClaim, followLink, signIn } from './screenshots/sign-in-and-claim.ts';

const FOLDER = join(import.meta.dirname, '../screenshots');
const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;

/** The name that selects all emails, beside the names of screens. */
const EMAILS = 'emails';

// Takes screenshots of every screen and email, or of those named in the arguments, at two widths in two themes.
const wanted = process.argv.slice(2);
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const names = [...SCREENS.map(({ name }) => name), EMAILS];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown screen: ${unknown.join(', ')}. Screens: ${names.join(', ')}`);
  process.exit(1);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
let failures = 0;
const app = await startApp({ env: { RATE_LIMITS: 'off' } });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const people = await makePeople(app, browser);
  for (const screen of screens) {
    const failed = (await Promise.all(WIDTHS.map((width) => capture(screen, width, people)))).flat();
    failures += failed.length;
    console.log(
      failed.length === 0 ? `ok      ${screen.name}` : `FAILED  ${screen.name}\n    ${failed.join('\n    ')}`,
    );
  }
  if (wanted.length === 0 || wanted.includes(EMAILS)) {
    for (const email of await composeEmails()) await captureEmail(browser, email, FOLDER);
    console.log(`ok      ${EMAILS}`);
  }
} finally {
  await browser.close();
  await app.stop();
}
console.log(`Screenshots are in ${FOLDER}.`);
process.exitCode = failures > 0 ? 1 : 0;

type People = { data: TestData; newcomer: Cookie[]; member: Cookie[] };

async function makePeople(app: App, browser: Browser): Promise<People> {
  const handle = 'marie-curie';
  const newcomer = await browser.newContext();
  const member = await browser.newContext();
  await signIn(app, newcomer.request);
  await followLink(app, member.request, await askToClaim(app, member.request, handle));
  const linkPath = await askToClaim(app, newcomer.request, 'ada-lovelace');
  const handleId = await addInbox(app, member.request, handle);
  const people = {
    data: { handle, handleId, linkPath },
    newcomer: await newcomer.cookies(),
    member: await member.cookies(),
  };
  await newcomer.close();
  await member.close();
  return people;
}

/** Captures a screen at one width in both themes. Returns the errors. */
async function capture({ name, path, as, prepare, act }: Screen, width: number, people: People): Promise<string[]> {
  const failed: string[] = [];
  for (const theme of THEMES) {
    const context = await browser.newContext({
      viewport: { width, height: width < 600 ? 844 : 800 },
      deviceScaleFactor: width < 600 ? 2 : 1,
      reducedMotion: 'reduce',
      colorScheme: theme,
    });
    try {
      if (as) await context.addCookies(people[as]);
      await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
      const page = await context.newPage();
      page.on('pageerror', (error) => failed.push(`${width} ${theme}: ${error.message}`));
      await prepare?.(page);
      await page.goto(app.url + (typeof path === 'string' ? path : path(people.data)), { waitUntil: 'networkidle' });
      await act?.(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`), fullPage: true });
    } catch (error) {
      failed.push(`${width} ${theme}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
  return failed;
}
