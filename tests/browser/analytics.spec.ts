import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWithPlus } from '../support/browser/plus-handle.ts';
import { seedVisitedPage } from '../support/seeds/analytics.ts';
import { seedOwner, signedIn } from '../support/seeds/owner.ts';

/** A browser that is not recognised as a bot, as a headless one would be. */
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('the analytics of a page with visits let the owner choose the period and the figure of the chart, and show a table', async ({
  app,
  page,
}) => {
  await signedIn(app, page, (db) => seedVisitedPage(db, 'vis1'));
  await page.goto('/app/manage');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Views a day' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Views a day as a line chart' }).locator('canvas')).toBeVisible();

  await page.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=7/);
  await page.getByRole('group', { name: 'Figure to show in the chart' }).getByText('Link clicks').click();
  await expect(page.getByRole('heading', { name: 'Link clicks a day' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('table', { name: /Counts a day/ }).getByRole('row')).toHaveCount(8);
  const referrers = page.getByRole('region', { name: 'Where visits come from' });
  await expect(referrers.getByRole('row')).toHaveCount(7);
  await referrers.getByRole('button', { name: 'Show all 8' }).click();
  await expect(referrers.getByRole('row')).toHaveCount(9);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    /\/api\/handles\/\d+\/analytics\.csv\?days=7$/,
  );
  await expectAccessible(page, 'analytics');
});

test('a page without visits offers to share it, and a plan without analytics shows the views of 30 days', async ({
  app,
  page,
}) => {
  await signedIn(app, page, (db) => seedOwner(db, 'vis0'));
  await page.goto('/app/analytics');
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Share your page' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expectAccessible(page, 'analytics without visits');

  await signedIn(app, page, (db) => seedVisitedPage(db, 'visited-once', { scale: 1, days: 1 }));
  await page.reload();
  await expect(page.getByText('1view of your page in the last 30 days')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Know what works on your page' })).toBeVisible();
});

test('a visit with a click in a real browser is counted, without a cookie and with the address of the link', async ({
  app,
  browser,
  page,
}) => {
  const id = await signedInWithPlus(app, page, 'pg1', 'owner-of-pg1@real.example');
  const headers = { origin: app.url };
  const socialLinks = [{ platform: 'github', username: 'ada', url: 'https://github.com/ada', isActive: true }];
  expect((await page.request.patch(`/api/handles/${id}`, { headers, data: { socialLinks } })).ok()).toBe(true);

  const context = await browser.newContext({ baseURL: app.url, userAgent: VISITOR });
  await context.route('https://github.com/**', (route) => route.fulfill({ body: 'GitHub', contentType: 'text/html' }));
  const visitor = await context.newPage();
  await visitor.goto('/pg1?utm_source=newsletter');
  const link = visitor.getByRole('link', { name: /GitHub/ });
  await expect(link).toHaveAttribute('href', 'https://github.com/ada');
  const pinged = context.waitForEvent('request', (request) => request.url().includes('/pg1/ping/'));
  await link.click();
  expect((await pinged).method()).toBe('POST');
  expect(await context.cookies()).toEqual([]);
  await context.close();

  const read = async () => (await page.request.get(`/api/handles/${id}/analytics?days=7`)).json();
  await expect.poll(async () => (await read()).clicks, { timeout: 60_000 }).toBe(1);
  expect(await read()).toMatchObject({
    views: 1,
    visitors: 1,
    links: [{ title: 'GitHub', clicks: 1 }],
    devices: [{ name: 'desktop', count: 1 }],
    campaigns: [{ name: 'newsletter', count: 1 }],
  });
});
