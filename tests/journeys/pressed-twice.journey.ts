import { expect, type Locator, type Page } from '@playwright/test';
import { calls, pages } from '../../contract/paths.ts';
import type { App } from '../setup/app.ts';
import { test } from '../setup/journey.ts';
import { watchRequests } from '../setup/quiet.ts';

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

/** Screens with buttons that call the server, and how their things are put back before a try. */
const SCREENS: [path: (trial: Trial) => string, prepare: (trial: Trial) => Promise<void>][] = [
  [() => pages.manage(), putLinksAndInbox],
  [() => pages.manageHandle('pressed-twice-over'), putLinksAndInbox],
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

/** Presses with the mouse twice at one place. */
async function pressTwice(page: Page, target: Locator, gap: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const turn of [1, 2]) {
    await page.mouse.down({ clickCount: turn });
    await page.mouse.up({ clickCount: turn });
    if (turn === 1 && gap > 0) await page.waitForTimeout(gap);
  }
}

/** Types what a dialog asks for. */
async function fillIn(dialog: Locator, turn: number): Promise<void> {
  for (const field of await dialog.locator('input:visible, textarea:visible').all()) {
    const type = await field.getAttribute('type');
    await field.fill(type === 'email' ? `typed${turn}@inbox.example` : type === 'number' ? '1' : `typed ${turn}`);
  }
}

test.describe.configure({ mode: 'parallel' });

for (const [path, prepare] of SCREENS) {
  const name = path({ handleId: 1 } as Trial);
  test(`every button of ${name} acts once when it is pressed twice`, async ({ app, page, allowErrors }) => {
    test.setTimeout(180_000);
    // Pages that are left while something is under way.
    allowErrors(/net::ERR_ABORTED/);
    await page.request.post('/api/dev-login', { headers: { origin: app.url } });
    const trial: Trial = { app, page, handleId: 0, turn: Number(String(Date.now()).slice(-6)) * 100 };
    await api(trial, 'POST', calls.profiles(), { username: 'pressed-twice-over' });
    [{ id: trial.handleId }] = await api(trial, 'GET', `${calls.handles()}?handle=pressed-twice-over`);
    let writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const quiet = watchRequests(page);

    const dialog = page.getByRole('dialog');
    /** Presses one control, or the button of the dialog that it opens, and returns what was sent. */
    const attempt = async (place: number, gap: number, inDialog: boolean): Promise<string[]> => {
      trial.turn++;
      await prepare(trial);
      await open(page, path(trial));
      await quiet();
      writes = [];
      const control = pressable(page).nth(place);
      if (!inDialog) await pressTwice(page, control, gap);
      else {
        await control.click();
        await fillIn(dialog, trial.turn);
        const act = dialog.getByRole('button').filter({ hasNotText: CLOSES }).and(dialog.locator(':not([aria-label])'));
        await pressTwice(page, act.last(), gap);
      }
      await quiet();
      return writes;
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
