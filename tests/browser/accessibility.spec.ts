import { expect, type Locator } from '@playwright/test';
import { cutOff, expectAccessible } from '../support/browser/accessibility.ts';
import { openMenu, put } from '../support/browser/editor.ts';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

const SIGNED_OUT = [
  '/ /create?handle=a-handle-of-thirty-letters-yes /email-forwarding /tos /privacy /digital-universe',
  '/nobody-has-this-one',
].flatMap((line) => line.split(' '));
const ANYBODY = [
  '/no/such/place /app/manage /app/manage-email /link/altered /list/altered /digital-universe/report /status',
  '/dev/outbox',
].flatMap((line) => line.split(' '));

/** The button of a screen that opens a dialog. */
const OPENERS: Record<string, string> = { '/app/manage-email': 'Change', '/app/manage-social': 'Add YouTube' };

test('all public screens pass axe in both themes, and fit 320 px and 200 % zoom', async ({ allowErrors, page }) => {
  allowErrors(/status of 404/);
  for (const path of [...SIGNED_OUT, ...ANYBODY]) {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(path);
    await expectAccessible(page, path);
    await expect.poll(() => cutOff(page), path).toEqual([]);
    // A window of 1280 by 720 px at 200 %.
    await page.setViewportSize({ width: 640, height: 360 });
    await expect.poll(() => cutOff(page), `${path} at 200 %`).toEqual([]);
  }
});

test('the screens of an owner pass axe in both themes and fit 320 px', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 404/);
  const settled = watchRequests(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/tos');
  await page.getByRole('button', { name: 'Connect' }).first().click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'the sign-in dialog');

  const owner = 'axe@account.example';
  await page.request.post('/api/send-magic-link', { data: { email: owner, handle: 'axe-looks-at' } });
  await page.goto(linkIn(await nextMailTo(app, owner)));
  await expectAccessible(page, 'the page of the claim link');
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);
  const [{ id }] = await (await page.request.get('/api/handles')).json();
  const saved = await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: {
      forwardingEmail: 'a-rather-long-inbox@real.example',
      socialLinks: [
        { platform: 'linkedin', username: 'a-user-name-of-many-letters-that-never-seems-to-end' },
        { platform: 'discord', username: 'ada', url: '' },
      ],
    },
  });
  expect(saved.status()).toBe(200);
  for (const path of [
    '/app/manage',
    '/app/manage-email',
    '/app/manage-social',
    '/app/manage-handle/axe-looks-at',
    '/app/manage-handle/not-there',
    '/axe-looks-at',
  ]) {
    await page.goto(path);
    await settled();
    await expectAccessible(page, path);
    const opener = OPENERS[path];
    if (!opener) continue;
    await page.getByRole('button', { name: opener }).click();
    // The dialog that is shown while the code of this one loads has no field.
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await expectAccessible(page, opener);
  }
  await put(app, page, id, [
    { type: 'embed', kind: 'video', title: 'A video', url: 'https://video.example/1' },
    { type: 'text', text: 'A text' },
    { type: 'contact' },
    { type: 'subscribe', title: 'News by email' },
  ]);
  await page.goto('/app/manage-social');
  for (const [act, ...names] of [
    ['Edit', 'A video', 'A text', 'Contact form', 'News by email'],
    ['Schedule', 'A video'],
  ] as const) {
    for (const name of names) {
      await openMenu(page, name);
      await page.getByRole('menuitem', { name: act }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, `${act} ${name}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  // With system colours, controls that are on or chosen still differ from the others.
  await page.emulateMedia({ forcedColors: 'active' });
  const colourOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  const track = page.getByRole('switch').first().locator(':scope > span');
  expect(await colourOf(track.locator('span'))).not.toBe(await colourOf(track));
  await expect(page.locator('[aria-current=page]')).toHaveCSS('outline-style', 'solid');
});

test('a handle can be claimed by keyboard alone', async ({ app, page }) => {
  await page.goto('/create');
  await expect(page.getByRole('textbox', { name: /handle/i })).toBeVisible();
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const label = await focused.evaluate(
        (element) =>
          element.getAttribute('aria-label') ??
          (element as HTMLInputElement).labels?.[0]?.textContent ??
          element.textContent,
      );
      if (name.test(label ?? '')) return;
    }
    throw new Error(`the Tab key never reaches ${name}`);
  };
  // On devices with a mouse the field is focused initially.
  await expect(page.getByRole('textbox', { name: /handle/i })).toBeFocused();
  await page.keyboard.type('keyboard-only-person');
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await tabTo(/Grab It!/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your email' })).toBeFocused();
  await page.keyboard.type('keyboard@account.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
  await tabTo(/Got it/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(linkIn(await nextMailTo(app, 'keyboard@account.example')));
  await tabTo(/^Claim/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/manage$/);
});
