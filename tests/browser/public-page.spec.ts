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
