import { expect } from '@playwright/test';
import { claimInBrowser } from '../support/browser/claim.ts';
import { test } from '../support/browser/fixtures.ts';

test('the preview of a page draws the chosen font from our file, which browsers keep', async ({ app, page }) => {
  await claimInBrowser(app, page, 'font-by-choice', 'font@account.example');
  const [handle] = await (await page.request.get('/api/handles')).json();
  const changed = await page.request.patch(`/api/handles/${handle.id}/appearance`, {
    headers: { origin: app.url },
    data: { template: 'paper', look: { font: 'fraunces' } },
  });
  expect(changed.status()).toBe(200);

  await page.goto('/app/manage-appearance');
  const name = page.getByRole('img', { name: /^Preview of / }).locator('.np h1');
  await expect(name).toHaveText('font-by-choice');
  const faces = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family }) => family === 'np-fraunces')
        .map(({ status, unicodeRange }) => {
          return { status, isLatin: unicodeRange.includes('U+0-FF') };
        }),
    );
  // The name is in a shadow root, where `@font-face` has no effect.
  await expect.poll(faces).toEqual([
    { status: 'loaded', isLatin: true },
    { status: 'unloaded', isLatin: false },
  ]);
  const [file = ''] = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.includes('/fraunces-') ? name : [])),
  );
  expect(new URL(file).pathname).toMatch(/^\/assets\/fraunces-latin-600-normal-[\w-]{8}\.woff2$/);
  const response = await page.request.get(file);
  expect(response.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await response.body()).length).toBeLessThanOrEqual(20 * 1024);

  // The server and the browser name the same file, and the page's policy lets the browser load it.
  const [loaded] = await Promise.all([page.waitForResponse(/\/assets\/fraunces-/), page.goto('/font-by-choice')]);
  expect(loaded.url()).toBe(file);
  await page.evaluate(() => document.fonts.ready);
  expect(await faces()).toEqual([
    { status: 'loaded', isLatin: true },
    { status: 'unloaded', isLatin: false },
  ]);
});

test('a profile that opens inside the app is drawn in its own font', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/profile/digital-universe', async (route) => {
    const response = await route.fetch();
    const look = { accent: null, background: null, buttons: null, font: 'space-mono', layout: null };
    await route.fulfill({ response, json: { ...(await response.json()), look } });
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'VIEW EXAMPLE PROFILE' }).click();
  await expect(page.getByRole('heading', { name: 'Digital Universe' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some((face) => `${face.family} ${face.status}` === 'np-space-mono loaded'),
      ),
    )
    .toBe(true);
});
