import { expect, type Page } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { missing, test } from '../support/browser/fixtures.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'These names are free' }).getByRole('button');

/** Counts the checks of handles that the page requests. */
function countChecks(page: Page): () => number {
  const checks: string[] = [];
  page.on('request', (request) => request.url().includes('/api/check-handle/') && checks.push(request.url()));
  return () => checks.length;
}

for (const [width, height, details] of [
  [390, 844, {}],
  [1280, 900, { tag: '@long' }],
] as const) {
  const title = `the claim page offers three free names with plan and price in one request, and nothing moves at ${width} px`;
  test(title, details, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(pages.create());
    const field = page.getByRole('textbox', { name: 'Your handle' });
    await expect(page.getByText('Enter your desired handle')).toBeVisible();
    const place = async () => (await page.getByRole('heading', { level: 2, name: 'Free' }).boundingBox())?.y;
    await field.fill('available-at-the-moment');
    await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
    await expect(chips(page)).toHaveCount(0);
    const before = await place();

    const checks = countChecks(page);
    await field.fill('digital-universe');
    await expect(chips(page)).toHaveText([
      'digital-universe-hqFree, for good',
      'hello-digital-universeFree, for good',
      'digital-universe-universeFree, for good',
    ]);
    expect(checks()).toBe(1);
    expect(await place()).toBe(before);
    for (const chip of await chips(page).all()) {
      await expect(chip).toBeInViewport({ ratio: 1 });
      expect(await chip.evaluate((button) => button.scrollWidth > button.clientWidth)).toBe(false);
    }
    await expectAccessible(page, 'suggestions on the claim page');

    // A picked name is checked like a typed one; the others stay for comparison.
    await chips(page).nth(1).click();
    await expect(field).toHaveValue('hello-digital-universe');
    await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
    await expect(chips(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/handle=hello-digital-universe$/);
    await chips(page).nth(0).press('Enter');
    await expect(field).toHaveValue('digital-universe-hq');
    await expect(chips(page).nth(0)).toBeFocused();
    await expect(chips(page)).toHaveCount(3);
    await field.fill('something-else-entirely');
    await expect(chips(page)).toHaveCount(0);
  });
}

test('the landing page offers free names for a reserved one, and takes the picked name to the claim page', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pages.home());
  await page.getByRole('textbox', { name: 'Your handle' }).fill('digital-universe');
  await expect(chips(page)).toHaveCount(3);
  await expectAccessible(page, 'suggestions on the landing page');
  await chips(page).nth(0).click();
  await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
  await page.getByRole('link', { name: 'GET YOUR EPIC HANDLE' }).click();
  await expect(page).toHaveURL(/\/create\?handle=digital-universe-hq$/);
});

test('the claim page works without the code of the suggestions', { tag: '@long' }, async ({ allowErrors, page }) => {
  allowErrors(/status of 404 .*suggestion-chips/);
  await page.route('**/assets/suggestion-chips-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto(pages.create('digital-universe'));
  await expect(page.getByText(/reserved/i).first()).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
});

test('the page of an unknown name that is free leads to its claim, even inside the app', async ({
  allowErrors,
  app,
  page,
}) => {
  const path = pages.profile('nobody-was-here-before');
  allowErrors(missing(app, path), /api\/profile\/nobody-was-here-before/);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible();
  await expectAccessible(page, 'an unknown name that is free');
  await page.getByRole('link', { name: 'This name is free: claim it' }).click();
  await expect(page.getByRole('textbox', { name: 'Your handle' })).toHaveValue('nobody-was-here-before');
  await expect(page.getByText('Perfect! This handle is available')).toBeVisible();

  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('link', { name: 'This name is free: claim it' }).click();
  await expect(page.getByRole('textbox', { name: 'Your handle' })).toHaveValue('nobody-was-here-before');
});
