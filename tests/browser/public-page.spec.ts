import { get } from 'node:http';
import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';

/** Returns the bytes of a whole response on the wire, including status line and headers. */
function bytesOnTheWire(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br', connection: 'close' } }, (response) => {
      const socket = response.socket;
      response.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
}

test('the example profile fits one round trip, runs no script and requests only images', async ({ app, browser }) => {
  expect(await bytesOnTheWire(`${app.url}/digital-universe`)).toBeLessThanOrEqual(14_600);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  const response = await page.goto('/digital-universe');
  expect(response?.status()).toBe(200);
  await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
  await expect(page.locator('[style]')).toHaveCount(0);
  await expect(page.getByText(/\/digital-universe$/)).toBeVisible();
  const cards = page.getByRole('listitem').getByRole('link');
  await expect(cards).toHaveCount(7);
  for (const card of await cards.all()) {
    await expect(card).toHaveAttribute('target', '_blank');
    await expect(card).toHaveAttribute('rel', /noopener.*noreferrer/);
  }
  expect(requests.filter((request) => !/^(document|image|other) /.test(request))).toEqual([]);

  const etag = response?.headers().etag ?? '';
  expect((await page.request.get('/digital-universe', { headers: { 'if-none-match': etag } })).status()).toBe(304);
  await context.close();
});

test('an unknown handle shows Profile Not Found with status 404', async ({ allowErrors, page }) => {
  allowErrors(/status of 404 .*nobody-has-this-one/);
  const response = await page.goto('/nobody-has-this-one');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible();
  await expect(page.getByText('nobody-has-this-one')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('any other unknown path shows the 404 page', async ({ allowErrors, page }) => {
  allowErrors(/status of 404 .*no\/such\/place/);
  const response = await page.goto('/no/such/place');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
});
