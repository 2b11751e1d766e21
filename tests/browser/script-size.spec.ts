import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';

/** Collects the scripts that the page runs. Preloaded modules are not included. */
function collectScripts(page: Page): { sizes(): Promise<number[]> } {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  return { sizes: async () => (await Promise.all(bodies)).map((body) => gzipSync(body).length) };
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

/** Returns whether the landing page is rendered with the current prices. */
async function hasLivePrices(page: Page): Promise<boolean> {
  const html = await (await page.request.get('/')).text();
  const shown = JSON.parse(/id="shown-prices"[^>]*>([^<]*)</.exec(html)?.[1] ?? '');
  const live = await (await page.request.get('/api/packages')).json();
  return shown.every((price: object) =>
    live.some((current: object) => isDeepStrictEqual({ ...current, ...price }, current)),
  );
}

test('the landing page runs at most 4 kB of gzipped script before it is used, and 140 kB in total', async ({
  page,
}) => {
  // The app loads immediately if the prices in the document are outdated, for example after another test has changed
  // them.
  await expect.poll(() => hasLivePrices(page)).toBe(true);
  const scripts = collectScripts(page);
  const prices = page.waitForResponse('**/api/packages');
  await page.goto('/');
  await prices;
  await page.waitForLoadState('networkidle');
  const before = await scripts.sizes();
  expect(before.length).toBeGreaterThanOrEqual(2);
  expect(sum(before)).toBeLessThanOrEqual(4000);

  await page.getByLabel('Your handle').fill('any-handle-at-all');
  await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
  const after = await scripts.sizes();
  expect(after.length).toBeGreaterThan(before.length + 2);
  expect(sum(after)).toBeLessThanOrEqual(140_000);
});

test('the claim page loads at most 140 kB of gzipped script', async ({ page }) => {
  const scripts = collectScripts(page);
  const prices = page.waitForResponse('**/api/packages');
  await page.goto('/create');
  await prices;
  await page.waitForLoadState('networkidle');
  const sizes = await scripts.sizes();
  expect(sizes.length).toBeGreaterThan(3);
  expect(sum(sizes)).toBeLessThanOrEqual(140_000);
});

test('each tab of the editor loads at most its share of gzipped script, the page beside it included', async ({
  app,
  page,
}) => {
  const handle = 'editor-in-small';
  const id = await signedInWith(app, page, handle);
  // With an inbox, the Mail tab also shows the delivery log and the rules.
  await verifyInbox(app, page, id, 'small@real.example');
  // Code that is downloaded while the browser is idle is not needed to show and use a tab.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} }));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  for (const [path, limit, part] of [
    ['/app/manage-social', 190_000, page.getByRole('button', { name: 'Add YouTube' })],
    ['/app/manage-appearance', 190_000, page.getByRole('radio', { name: /^Paper/ })],
    [`/app/manage-handle/${handle}`, 190_000, page.getByLabel('Display name')],
    [`/app/manage-email?handleId=${id}`, 190_000, page.getByRole('heading', { name: 'No mail yet' })],
  ] as const) {
    const scripts = collectScripts(page);
    await page.goto(path);
    await expect(part).toBeAttached();
    // The page is shown beside the tabs that change it.
    const preview = page.getByRole('img', { name: /^Preview of / }).locator('.np');
    if (path.includes('manage-email')) await expect(preview).toHaveCount(0);
    else await expect(preview).toBeAttached();
    await page.waitForLoadState('networkidle');
    const sizes = await scripts.sizes();
    expect(sizes.length, path).toBeGreaterThan(10);
    expect(sum(sizes), path).toBeLessThanOrEqual(limit);
  }
});
