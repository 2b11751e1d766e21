import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimMany } from '../support/browser/claim-many.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import type { App } from '../support/server/app-process.ts';

const stepsOf = (page: Page) => page.getByRole('main').getByRole('list').first().getByRole('listitem');
const stateOf = async (page: Page) => (await (await page.request.get('/api/user')).json()).firstRun;

async function givePicture(app: App, handle: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    await client.query(
      `update accounts set avatar_url = '/icons/192.png' from handles where account_id = accounts.id and handle = $1`,
      [handle],
    );
  } finally {
    await client.end();
  }
}

test('the first run celebrates once, leads to three steps and disappears when they are done', async ({ app, page }) => {
  const handle = 'first-run-of-one';
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const id = await signedInWith(app, page, handle);
  const open = page.waitForResponse('**/api/first-run');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/handle-figures?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/app/manage');
  // The card does not wait for the figures, which would move the rows below it.
  await expect(page.getByRole('heading', { name: 'It’s all yours!' })).toBeVisible();
  release();
  await expect(page.locator('[data-confetti] > span')).toHaveCount(50);
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await expect(page.getByRole('img', { name: /Your page .* as it is now/ })).toBeVisible();
  for (const [name, href] of [
    ['Make It Yours', `/app/manage-handle/${handle}`],
    ['Add Email', `/app/manage-email?handleId=${id}`],
    ['Add Links', '/app/manage-social'],
  ] as const) {
    // One link each: the row does not repeat what the card names.
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href);
  }
  expect((await open).status()).toBe(200);
  expect(await stateOf(page)).toBe('open');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Make your page complete' })).toBeVisible();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);

  const headers = { origin: app.url };
  await page.request.patch(`/api/handles/${id}`, { headers, data: { displayName: 'Ada' } });
  await page.reload();
  await expect(page.getByText('Your page still needs a picture.')).toBeVisible();
  await givePicture(app, handle);
  await page.request.patch(`/api/handles/${id}`, {
    headers,
    data: { socialLinks: [{ platform: 'github', username: 'ada' }] },
  });
  await page.reload();
  await expect(page.getByText('2 of 3 done')).toBeVisible();
  await expect(stepsOf(page).filter({ hasText: 'Picture and name: done' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Add Links' })).toHaveCount(0);
  await page.request.post('/api/email-forwarding', {
    headers,
    data: { handleId: id, forwardingEmail: 'first-run@real.example' },
  });
  await page.reload();
  await expect(page.getByText('We have emailed a link to first-run@real.example.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Verify' })).toHaveCount(1);
  await verifyInbox(app, page, id, 'first-run-2@real.example');
  const ended = page.waitForResponse('**/api/first-run');
  await page.reload();
  await expect(page.getByText('All set!').first()).toBeVisible();
  await ended;
  await expect(page.getByText('of 3 done')).toHaveCount(0);

  // The card does not reappear when a step is undone.
  await page.request.patch(`/api/handles/${id}`, { headers, data: { socialLinks: [] } });
  await page.reload();
  await expect(page.getByText('0 active')).toBeVisible();
  await expect(page.getByText('of 3 done')).toHaveCount(0);
});

test('the first run is accessible, still under reduced motion, and fits phones, zoom and text from right to left', async ({
  app,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedInWith(app, page, 'first-run-of-thirty-letters-on');
  await claimMany(app, 'first-run-of-thirty-letters-on@account.example', 'first-run-other', 1);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/app/manage');
  await expect(stepsOf(page)).toHaveCount(3);
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await expectAccessible(page, 'first run');
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), direction);
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [640, 400],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([direction, width, await excess()]).toEqual([direction, width, 0]);
    }
  }
});
