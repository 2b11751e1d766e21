import { expect, type Locator, type Page } from '@playwright/test';
import { calls, pages } from '../../contract/paths.ts';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import type { App } from '../support/server/app-process.ts';

/** Milliseconds between the two presses of a double click. */
const GAPS = [0, 60, 140, 200] as const;
/** Buttons of a dialog that only close it. */
const CLOSES = /^(Close|Cancel|Not now|Keep|Got it|Stay)/;

interface Trial {
  app: App;
  page: Page;
  /** The handle that the screens are about, and what is put on them before each try. */
  handleId: number;
  turn: number;
}

const api = async ({ app, page }: Trial, method: string, path: string, data?: object) => {
  const answer = await page.request.fetch(path, { method, headers: { origin: app.url }, data });
  return answer.json();
};

const LINKS = ['github', 'twitch', 'reddit', 'x'];

async function putLinksAndInbox(trial: Trial): Promise<void> {
  const socialLinks = LINKS.map((platform) => ({ platform, username: 'ada' }));
  await api(trial, 'PATCH', calls.handle(trial.handleId), {
    socialLinks,
    forwardingEmail: `waits${trial.turn}@inbox.example`,
  });
}

async function putPackage(trial: Trial): Promise<void> {
  const terms = { name: `Pressed ${trial.turn}`, price_yearly_usd_full: 2, price_yearly_usd_now: 1 };
  await api(trial, 'POST', calls.adminPackages(), terms);
}

async function letEverythingRun(trial: Trial): Promise<void> {
  const reason = { reason: 'Because.' };
  await api(trial, 'POST', calls.adminMailQueueAct('resume'), reason);
  for (const list of ['users', 'handles'] as const) {
    for (const { id } of await api(trial, 'GET', calls.adminList(list))) {
      await api(trial, 'POST', calls.adminSuspension(list, id, 'unsuspend'), reason);
    }
  }
}

/** Every screen with buttons that call the server, and how its things are put back before a try. */
const SCREENS: [path: (trial: Trial) => string, prepare: (trial: Trial) => Promise<void>][] = [
  [() => pages.manage(), putLinksAndInbox],
  [() => pages.manageHandle('pressed-twice-over'), putLinksAndInbox],
  [() => pages.manageSocial(), putLinksAndInbox],
  [() => pages.manageEmail(), putLinksAndInbox],
  [({ handleId }) => pages.manageEmail(handleId), putLinksAndInbox],
  [() => pages.manageAppearance(), putLinksAndInbox],
  [() => pages.profileSettings(), putLinksAndInbox],
  [() => pages.adminPrices(), putPackage],
  [() => `${pages.admin()}?tab=users`, letEverythingRun],
  [() => `${pages.admin()}?tab=handles`, letEverythingRun],
  [() => `${pages.admin()}?tab=queue`, letEverythingRun],
];

/** What can be pressed on the screen, one for each kind: rows of a list have the same buttons. */
async function controlsOf(page: Page): Promise<{ name: string; place: number }[]> {
  const names = await pressable(page).evaluateAll((elements) =>
    elements.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  const kinds = new Map<string, { name: string; place: number }>();
  for (const [place, name] of names.entries()) {
    const kind = name.trim().split(' ')[0] ?? '';
    if (!kinds.has(kind)) kinds.set(kind, { name, place });
  }
  return [...kinds.values()];
}

const pressable = (page: Page) =>
  page
    .getByRole('main')
    .locator('button:visible:not([disabled]), input[type=checkbox]:visible, input[type=radio]:visible');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(pressable(page).first()).toBeVisible();
}

/** Longer than this between two clicks, on a busy machine, and they are no double click any more. */
const DOUBLE_CLICK = 350;

/** Notes in the page when it was clicked: what the mouse is told to do comes late on a busy machine. */
function noteClicks(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const clicks: number[] = [];
    Object.assign(window, { clicks });
    addEventListener('click', () => clicks.push(performance.now()), true);
  });
}

/** Presses with the mouse twice at one place; false where the machine was too slow for it to be a double click. */
async function pressTwice(page: Page, target: Locator, gap: number): Promise<boolean> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const turn of [1, 2]) {
    await page.mouse.down({ clickCount: turn });
    await page.mouse.up({ clickCount: turn });
    if (turn === 1 && gap > 0) await page.waitForTimeout(gap);
  }
  const [first = 0, second = 0] = await page.evaluate(() =>
    (window as unknown as { clicks: number[] }).clicks.slice(-2),
  );
  return second - first < DOUBLE_CLICK;
}

/** Types what a dialog asks for. */
async function fillIn(dialog: Locator, turn: number): Promise<void> {
  for (const field of await dialog.locator('input:visible, textarea:visible').all()) {
    const type = await field.getAttribute('type');
    await field.fill(type === 'email' ? `typed${turn}@inbox.example` : type === 'number' ? '1' : `typed${turn}`);
  }
}

test.describe.configure({ mode: 'parallel' });

for (const [path, prepare] of SCREENS) {
  const name = path({ handleId: 1 } as Trial);
  test(`every button of ${name} acts once when it is pressed twice`, async ({ app, page, allowErrors }) => {
    test.setTimeout(180_000);
    // Pages that are left while something is under way.
    allowErrors(/net::ERR_ABORTED/, /status of 409 .*suspend/);
    await page.request.post('/api/dev-login', { headers: { origin: app.url } });
    const trial: Trial = { app, page, handleId: 0, turn: Number(String(Date.now()).slice(-6)) * 100 };
    await api(trial, 'POST', calls.profiles(), { username: 'pressed-twice-over' });
    [{ id: trial.handleId }] = await api(trial, 'GET', `${calls.handles()}?handle=pressed-twice-over`);
    let writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const quiet = watchRequests(page);
    await noteClicks(page);

    const dialog = page.getByRole('dialog');
    /** Presses one control, or the button of the dialog that it opens, and returns what was sent. */
    const attempt = async (place: number, gap: number, inDialog: boolean): Promise<string[]> => {
      trial.turn++;
      await prepare(trial);
      await open(page, path(trial));
      await quiet();
      writes = [];
      let target = pressable(page).nth(place);
      if (inDialog) {
        await target.click();
        await fillIn(dialog, trial.turn);
        const buttons = dialog.getByRole('button').filter({ hasNotText: CLOSES });
        target = buttons.and(dialog.locator(':not([aria-label])')).last();
      }
      const wasDoubleClick = await pressTwice(page, target, gap);
      await quiet();
      return wasDoubleClick ? writes : attempt(place, gap, inDialog);
    };

    await prepare(trial);
    await open(page, path(trial));
    for (const { name: label, place } of await controlsOf(page)) {
      const sent = await attempt(place, GAPS[0], false);
      const isDialog = sent.length === 0 && (await dialog.isVisible());
      if (sent.length === 0 && !isDialog) continue;
      // Uppy's own buttons take one file each, whoever presses them.
      if (await dialog.locator('.picture-upload').count()) continue;
      expect(sent.length, `${label.trim()}, at once`).toBeLessThanOrEqual(1);
      for (const gap of isDialog ? GAPS : GAPS.slice(1)) {
        const all = await attempt(place, gap, isDialog);
        expect(all, `${label.trim()}, ${gap} ms apart`).toHaveLength(1);
        await expect(page.getByText(/^(Oops|Something went wonky)/)).toHaveCount(0);
      }
    }
  });
}
