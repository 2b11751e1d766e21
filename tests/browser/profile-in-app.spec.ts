import { expect, type Page } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';

const CALL = '**/api/profile/digital-universe';

async function openExample(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.getByRole('link', { name: 'VIEW EXAMPLE PROFILE' }).click();
  await expect(page).toHaveURL(/\/digital-universe$/);
}

/** The markup of the profile. The app draws the icons of networks from one picture, the server draws only those that a page has. */
const markup = (page: Page) =>
  page.locator('.np').evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const icon of copy.querySelectorAll('.np-icon > svg')) icon.replaceChildren();
    return copy.outerHTML;
  });

const stayed = (page: Page) => page.evaluate(() => 'stayed' in window);

test('the example profile opens inside the app after a skeleton, with the same markup as a full load', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(CALL, async (route) => {
    await released;
    await route.continue();
  });
  await openExample(page);
  await expect(page.getByText('Loading profile')).toBeAttached();
  // Banner, picture, two lines, seven cards.
  await expect(page.locator('[aria-busy=true] > div[aria-hidden]')).toHaveCount(4);
  await expect(page.locator('[aria-busy=true] li')).toHaveCount(7);
  release();
  await expect(page.getByRole('heading', { name: 'Digital Universe' })).toBeVisible();
  await expect(page).toHaveTitle('Digital Universe (digital-universe)');
  const inApp = await markup(page);
  await expect(page.locator('.np')).toHaveCSS('background-image', /gradient/);
  expect(await stayed(page)).toBe(true);

  // "powered by" opens the landing page without a full load.
  await page.getByRole('link', { name: /powered by/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /DIGITAL UNIVERSE/ })).toBeVisible();
  expect(await stayed(page)).toBe(true);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Digital Universe' })).toBeVisible();

  await page.reload();
  await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
  expect(await markup(page)).toBe(inApp);
});

const FAILURES = [
  ['status 404', { status: 404, json: { code: 'not_found', message: 'This does not exist, or it is not yours.' } }],
  ['no response', 'nothing'],
  ['a page of another server', { status: 200, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }],
  ['truncated JSON', { status: 200, contentType: 'application/json', body: '{"username":"digital-uni' }],
  ['null', { status: 200, json: null }],
] as const;

for (const [place, [failure, response]] of FAILURES.entries()) {
  const title = `Profile Not Found is shown with a link home if the call returns ${failure}`;
  test(title, place === 0 ? {} : { tag: '@long' }, async ({ allowErrors, page }) => {
    allowErrors(/Failed to load resource.*api\/profile/);
    await mockResponse(page, CALL, response);
    await openExample(page);
    await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible();
    await expect(page.getByText('The profile "digital-universe" doesn\'t exist or has been removed.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await stayed(page)).toBe(true);
  });
}
