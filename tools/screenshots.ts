import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { sessionCookie } from '../tests/support/seeds/owner.ts';
import { seed } from '../tests/support/seeds/seed.ts';
import { type App, startApp } from '../tests/support/server/app-process.ts';
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts';
import { capture, type People } from './screenshots/capture.ts';
import { captureEmail, composeEmails } from './screenshots/emails.ts';
import { type Options, readOptions } from './screenshots/options.ts';
import type { Screen } from './screenshots/screen.ts';
import { SCREENS } from './screenshots/screens.ts';
import { addInbox, askToClaim, followLink, signIn } from './screenshots/sign-in-and-claim.ts';
import { saveTourPictures } from './screenshots/tour-pictures.ts';

const FOLDER = join(import.meta.dirname, '../screenshots');

/** The name that selects all emails, in addition to the names of screens. */
const EMAILS = 'emails';

// Takes screenshots of every screen and email, or of those named in the arguments, at two widths in two themes.
let options: Options;
try {
  options = readOptions(process.argv.slice(2), [...SCREENS.map(({ name }) => name), EMAILS]);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
let failures = 0;
try {
  const screens = SCREENS.filter(({ name }) => options.isWanted(name));
  if (screens.length > 0) failures = await captureScreens(screens);
  if (options.isWanted(EMAILS)) {
    for (const email of await composeEmails()) await captureEmail(browser, email, FOLDER);
    console.log(`ok      ${EMAILS}`);
  }
} finally {
  await browser.close();
}
if (options.tour) await saveTourPictures(FOLDER);
console.log(`Screenshots are in ${FOLDER}.`);
process.exitCode = failures > 0 ? 1 : 0;

/** Captures the screens of one server. Returns the number of failures. */
async function captureScreens(screens: Screen[]): Promise<number> {
  let failures = 0;
  const app = await startApp({ env: { RATE_LIMITS: 'off', SUPPORT_PHONE: '+1 (202) 555-0123' } });
  try {
    const everybody = await makePeople(app, browser);
    for (const screen of screens) {
      const people = await seedFor(screen, app, everybody);
      const place = { browser, url: app.url, folder: FOLDER, people };
      const captureAll = async (width: number) => {
        const failed: string[] = [];
        for (const theme of options.themes) failed.push(...(await capture(screen, width, theme, place)));
        return failed;
      };
      const failed = (await Promise.all(options.widths.map(captureAll))).flat();
      failures += failed.length;
      console.log(
        failed.length === 0 ? `ok      ${screen.name}` : `FAILED  ${screen.name}\n    ${failed.join('\n    ')}`,
      );
    }
  } finally {
    await app.stop();
  }
  return failures;
}

/** Fills the server for a screen. Returns the people of the run, with the owner of the screen as the member if it has one. */
async function seedFor(screen: Screen, app: App, people: People): Promise<People> {
  const { seed: fill } = screen;
  if (!fill) return people;
  return seed(app, async (db) => {
    const owner = await fill(db);
    if (!owner) return people;
    const member = [await sessionCookie(app, db, owner.accountId)];
    return { ...people, data: { ...people.data, ...owner }, member };
  });
}

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
