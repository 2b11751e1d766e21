import { expect, type Locator, type Page } from '@playwright/test';
import { postDevLogin } from '../../contract/accounts/accounts.ts';
import { getSessions } from '../../contract/accounts/sessions.ts';
import { postAdminMailQueueResume } from '../../contract/admin/mail-queue.ts';
import { getAdminPackages } from '../../contract/admin/packages.ts';
import { pathOf } from '../../contract/call.ts';
import { putFirstRun } from '../../contract/dashboard/dashboard.ts';
import { getHandle, getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { postProfile } from '../../contract/profiles/profiles.ts';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { putSendingHandle } from '../support/browser/plus-handle.ts';
import type { App } from '../support/server/app-process.ts';

/** Milliseconds between the two presses of a double click; DOUBLE_CLICK_GAPS=0,60,140,200 tries more of them. */
const GAPS = (process.env.DOUBLE_CLICK_GAPS ?? '140').split(',').map(Number);
/** Labels of dialog buttons that only close the dialog. */
const CLOSES = /^(Close|Cancel|Not now|Keep|Got it|Stay)/;

interface Trial {
  app: App;
  page: Page;
  /** The handle shown on the screens. `turn` makes the data of each attempt unique. */
  handleId: number;
  /** A handle that may send, of the same owner. */
  sendingId: number;
  turn: number;
}

const api = async ({ app, page }: Trial, method: string, path: string, data?: object) => {
  const response = await page.request.fetch(path, { method, headers: { origin: app.url }, data });
  return response.json();
};

const LINKS = ['github', 'twitch', 'reddit', 'x'];

async function putLinksAndInbox(trial: Trial): Promise<void> {
  const socialLinks = LINKS.map((platform) => ({ platform, username: 'ada' }));
  await api(trial, 'PATCH', pathOf(getHandle, { id: trial.handleId }), {
    socialLinks,
    forwardingEmail: `waits${trial.turn}@inbox.example`,
  });
}

async function putPackage(trial: Trial): Promise<void> {
  const terms = { name: `Clicked ${trial.turn}`, price_yearly_usd_full: 2, price_yearly_usd_now: 1 };
  await api(trial, 'POST', pathOf(getAdminPackages), terms);
}

/** One session besides that of the page, so that the list has the same rows in every attempt. */
async function putOtherSession(trial: Trial): Promise<void> {
  await putLinksAndInbox(trial);
  await api(trial, 'DELETE', pathOf(getSessions));
  await fetch(trial.app.url + pathOf(postDevLogin), { method: 'POST', headers: { origin: trial.app.url } });
}

async function resumeEverything(trial: Trial): Promise<void> {
  // The previous attempt may have ended the administrator's own sessions.
  await api(trial, 'POST', pathOf(postDevLogin));
  const reason = { reason: 'Because.' };
  await api(trial, 'POST', pathOf(postAdminMailQueueResume), reason);
  for (const list of ['users', 'handles'] as const) {
    for (const { id, suspended, status } of await api(trial, 'GET', `/api/admin/${list}`)) {
      if (suspended || status === 'suspended') await api(trial, 'POST', `/api/admin/${list}/${id}/unsuspend`, reason);
    }
  }
}

async function putSending(trial: Trial): Promise<void> {
  trial.sendingId = await putSendingHandle(trial.app, 'twice', 'double-clicked-handle');
}

const tab = (name: string) => (trial: Trial) => `${pages.manageEmail(trial.sendingId)}&tab=${name}`;

/** Every screen with buttons that call the server, and a function that restores its data before an attempt. */
const SCREENS: [path: (trial: Trial) => string, prepare: (trial: Trial) => Promise<void>][] = [
  [() => pages.manageEmail(), putLinksAndInbox],
  [() => pages.profileSettings(), putOtherSession],
  [() => pages.adminPrices(), putPackage],
  [() => pages.manage(), putLinksAndInbox],
  [() => pages.manageHandle('double-clicked-handle'), putLinksAndInbox],
  [() => pages.manageSocial(), putLinksAndInbox],
  [({ handleId }) => pages.manageEmail(handleId), putLinksAndInbox],
  [tab('sending'), putSending],
  [tab('replies'), putSending],
  [tab('auto-reply'), putSending],
  [() => pages.manageAppearance(), putLinksAndInbox],
  [() => `${pages.admin()}?tab=users`, resumeEverything],
  [() => `${pages.admin()}?tab=handles`, resumeEverything],
  [() => `${pages.admin()}?tab=mail-queue`, resumeEverything],
];
/** The first screen has a switch, a button that acts immediately, and dialogs with and without fields. */
const SHORT = 1;

/** Returns one control of each kind on the screen, because all rows of a list have the same buttons. */
async function controlsOf(page: Page): Promise<{ name: string; place: number }[]> {
  const names = await pressable(page).evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? ''),
  );
  const kinds = new Map<string, { name: string; place: number }>();
  for (const [place, name] of names.entries()) {
    // "Add" opens a list, "Add GitHub" a form.
    const kind = name.trim().replace(/ .*/s, ' …');
    if (!kinds.has(kind)) kinds.set(kind, { name, place });
  }
  return [...kinds.values()];
}

/** Returns what a press can change on the screen: the address, the texts, and the state of each control. */
async function stateOf(page: Page): Promise<string> {
  const main = page.getByRole('main').first();
  const states = await main.locator('button, a, input, select, textarea').evaluateAll((elements) =>
    elements.map((element) => {
      const { value, checked } = element as HTMLInputElement;
      return [value, checked, element.ariaChecked, element.ariaExpanded, element.ariaPressed, element.ariaSelected];
    }),
  );
  return JSON.stringify([page.url(), await main.textContent(), states]);
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

/** Two clicks further apart than this are not a double click. On a busy machine, clicks may be that late. */
const MAX_DOUBLE_CLICK_MS = 390;
/** Attempts at a double click on a machine that is too slow for one. */
const MAX_ATTEMPTS = 2;

/** Records the time of each click in the page, because mouse commands arrive late on a busy machine. */
function recordClicks(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const clicks: number[] = [];
    Object.assign(window, { clicks });
    addEventListener('click', () => clicks.push(performance.now()), true);
  });
}

/** Clicks twice at one place. Returns false if the machine was too slow for a double click. */
async function pressTwice(page: Page, target: Locator, gap: number): Promise<boolean> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The control is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const turn of [1, 2]) {
    await page.mouse.down({ clickCount: turn });
    await page.mouse.up({ clickCount: turn });
    if (turn === 1 && gap > 0) await page.waitForTimeout(gap);
  }
  const [first = 0, second = 0] = await page.evaluate(() =>
    (window as unknown as { clicks: number[] }).clicks.slice(-2),
  );
  return second - first < MAX_DOUBLE_CLICK_MS;
}

/** Fills all fields of a dialog. */
async function fillIn(dialog: Locator, turn: number): Promise<void> {
  for (const field of await dialog.locator('input:visible:not([type=file]), textarea:visible').all()) {
    const type = await field.getAttribute('type');
    await field.fill(type === 'email' ? `typed${turn}@inbox.example` : type === 'number' ? '1' : `typed${turn}`);
  }
}

test.describe.configure({ mode: 'parallel' });

for (const [place, [path, prepare]] of SCREENS.entries()) {
  const title = `a double click on any button of ${path({ handleId: 1, sendingId: 2 } as Trial)} sends one request`;
  test(title, place < SHORT ? {} : { tag: '@long' }, async ({ app, page, allowErrors }) => {
    // Each gap is tried on each control, after loading the screen again.
    test.setTimeout(420_000);
    // Requests are aborted when the page navigates.
    allowErrors(/net::ERR_ABORTED/, /status of 409 .*suspend/, /status of 401 .*admin/);
    await page.request.post('/api/dev-login', { headers: { origin: app.url } });
    const trial: Trial = { app, page, handleId: 0, sendingId: 0, turn: Number(String(Date.now()).slice(-6)) * 100 };
    await api(trial, 'POST', pathOf(postProfile), { username: 'double-clicked-handle' });
    // The celebration of the first handle is recorded when the dashboard has shown it.
    await api(trial, 'PUT', pathOf(putFirstRun), { state: 'ended' });
    [{ id: trial.handleId }] = await api(trial, 'GET', `${pathOf(getHandles)}?handle=double-clicked-handle`);
    let writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    page.on('response', (response) => {
      // The client sends a change again after a version conflict, for example if an email job has changed the record.
      const { pathname } = new URL(response.url());
      const rejected = writes.indexOf(`${response.request().method()} ${pathname}`);
      if (response.status() === 412 && rejected >= 0) writes.splice(rejected, 1);
    });
    const quiet = watchRequests(page);
    await recordClicks(page);

    const dialog = page.getByRole('dialog');
    let loaded = '';
    /** Loads the screen with its data restored. */
    const load = async () => {
      trial.turn++;
      await prepare(trial);
      await open(page, path(trial));
      await quiet();
      loaded = await stateOf(page);
    };
    const isAsLoaded = async () =>
      writes.length === 0 && (await page.getByRole('main').count()) > 0 && (await stateOf(page)) === loaded;
    /** Returns the requests of a double click, or null, with a note in the report, if the machine was too slow for one. */
    const requestsOf = async (
      target: Locator,
      gap: number,
      again: () => Promise<Locator>,
    ): Promise<string[] | null> => {
      for (let tries = 1; ; tries++) {
        writes = [];
        const wasDoubleClick = await pressTwice(page, target, gap);
        await quiet();
        if (wasDoubleClick) return writes;
        if (tries === MAX_ATTEMPTS) break;
        target = await again();
      }
      test.info().annotations.push({ type: 'too slow', description: `${target}, ${gap} ms apart` });
      return null;
    };
    /** Fills the open dialog and returns its main button. */
    const mainButton = async () => {
      await fillIn(dialog, trial.turn);
      const buttons = dialog.getByRole('button').filter({ hasNotText: CLOSES });
      return buttons.and(dialog.locator(':not([aria-label])')).last();
    };

    await load();
    for (const { name: label, place } of await controlsOf(page)) {
      const control = pressable(page).nth(place);
      const reload = async () => {
        await load();
        return control;
      };
      const openDialog = async () => {
        await load();
        await control.click();
        await expect(dialog).toBeVisible();
        return mainButton();
      };
      if (!(await isAsLoaded())) await load();
      const first = await requestsOf(control, GAPS[0] ?? 0, reload);
      const isDialog = writes.length === 0 && (await dialog.isVisible());
      if (writes.length === 0 && !isDialog) continue;
      // The picker of handles changes nothing on the server.
      if (await dialog.getByRole('list', { name: 'Handles' }).count()) continue;
      // Nothing that the share sheet offers changes anything on the server.
      if (isDialog && /^Share /.test(label.trim())) continue;
      // Its results open another dialog.
      if (await dialog.getByRole('heading', { name: 'Add to your page' }).count()) continue;
      // Its first step reads the pasted text without a request; the second step saves.
      if (await dialog.getByRole('heading', { name: 'Import your links' }).count()) continue;
      // Buttons of the upload widget are Uppy's own.
      if (await dialog.locator('.picture-upload').count()) continue;
      if (first) expect(first.length, `${label.trim()}, without a gap`).toBeLessThanOrEqual(1);
      for (const [turn, gap] of (isDialog ? GAPS : GAPS.slice(1)).entries()) {
        const target = !isDialog ? await reload() : turn === 0 ? await mainButton() : await openDialog();
        const all = await requestsOf(target, gap, isDialog ? openDialog : reload);
        if (all) expect(all, `${label.trim()}, ${gap} ms apart`).toHaveLength(1);
        await expect(page.getByText(/^(Oops|Something went wonky)/)).toHaveCount(0);
      }
    }
  });
}
