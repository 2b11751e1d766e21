import { expect, type Page } from '@playwright/test';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { DRAWN_PAGE, drawPage } from '../support/browser/drawn-page.ts';
import { test } from '../support/browser/fixtures.ts';
import {
  blockPicture,
  difficultBlocks,
  embedBlock,
  everyBlock,
  headingBlock,
  iconsBlock,
  linkBlock,
  lookOf,
  networkBlock,
  pageProfile,
  subscribeBlock,
  textBlock,
} from '../support/pages/page-blocks.ts';

/** Shows a page that is drawn by the renderer of the build. */
async function show(page: Page, profile: PublicProfile): Promise<void> {
  await drawPage(page, profile);
  await page.goto(DRAWN_PAGE);
}

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a page of blocks works without script and requests nothing from elsewhere', async ({ app, browser, page }) => {
  await claimInBrowser(app, page, 'page-of-blocks', 'blocks@account.example');
  const [{ id }] = await (await page.request.get('/api/handles')).json();
  const blocks = [
    iconsBlock(['instagram', 'bluesky']),
    linkBlock('The shop', 'https://shop.example/', { emoji: '🎸', featured: true }),
    headingBlock('Listen'),
    textBlock('One line.\nAnother line.'),
    networkBlock('spotify', 'artist/0TnOYISbd1XYRBk9myaseg', {
      url: 'https://open.spotify.com/artist/0TnOYISbd1XYRBk9myaseg',
    }),
    embedBlock('video', 'A film', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    subscribeBlock('One letter a month'),
    linkBlock('Not to be seen', 'https://hidden.example/', { hidden: true }),
    linkBlock('Not yet to be seen', 'https://later.example/', { from: '2098-01-01T00:00:00Z' }),
  ].map(({ id: _, ...block }) => block);
  const headers = { origin: app.url };
  const saved = await page.request.put(`/api/handles/${id}/blocks`, { headers, data: blocks });
  expect(saved.status(), await saved.text()).toBe(200);
  const look = lookOf({ accent: '#1f9d55', font: 'poppins', buttons: 'pill' });
  const styled = await page.request.patch(`/api/handles/${id}/appearance`, {
    headers,
    data: { template: 'minimal', look },
  });
  expect(styled.status(), await styled.text()).toBe(200);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const visitor = await context.newPage();
  const requests: string[] = [];
  const refused: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  visitor.on('console', (message) => refused.push(message.text()));
  const response = await visitor.goto('/page-of-blocks');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("font-src 'self'");
  expect(policy).toContain("form-action 'self'");
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveText(['Listen', 'One letter a month']);
  await expect(visitor.getByRole('link', { name: /The shop/ })).toHaveAttribute('href', 'https://shop.example/');
  await expect(visitor.getByRole('link', { name: 'Bluesky: ana.makes' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: /A film/ })).toHaveAttribute('target', '_blank');
  await expect(visitor.getByText('Another line.')).toBeVisible();
  await expect(visitor.getByText(/to be seen/)).toHaveCount(0);
  await expect(visitor.getByRole('textbox')).toHaveCount(1);

  await visitor.getByText('Share', { exact: true }).press('Enter');
  await expect(visitor.getByRole('link', { name: 'Save contact' })).toHaveAttribute('href', '/page-of-blocks/card.vcf');
  await expect(visitor.getByRole('link', { name: 'Show QR code' })).toHaveAttribute('href', '/page-of-blocks/qr.svg');
  await visitor.waitForLoadState('networkidle');
  expect(requests.filter((url) => new URL(url).origin !== app.url)).toEqual([]);
  expect(requests.filter((url) => url.endsWith('.woff2'))).toHaveLength(1);
  expect(refused).toEqual([]);
  await context.close();
});

test('a page without its own font allows and loads no font', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.resourceType()));
  const response = await page.goto('/digital-universe');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).not.toContain('font-src');
  expect(policy).toContain("form-action 'none'");
  expect(requests).not.toContain('font');
});

const PICTURE = { kind: 'picture', image: blockPicture('background', 'background') } as const;
const LOOKS = {
  'all blocks': pageProfile('candy'),
  'a light page made dark': pageProfile('candy', {
    look: lookOf({ accent: '#444444', background: { kind: 'colour', colour: '#101418' }, buttons: 'solid' }),
  }),
  'a grid over a picture': pageProfile('royal', { look: lookOf({ background: PICTURE, layout: 'grid' }) }),
  'a plate over a gradient': pageProfile('terminal', {
    look: lookOf({ background: { kind: 'gradient', from: '#000000', to: '#ffffff', angle: 90 }, buttons: 'outline' }),
  }),
  'rows of icons': pageProfile('brick', { look: lookOf({ layout: 'icons', buttons: 'shadow', font: 'bebas-neue' }) }),
  'difficult texts': pageProfile('ocean', { blocks: difficultBlocks(), displayName: 'אנה לימה '.repeat(8).trim() }),
};

for (const [name, profile] of Object.entries(LOOKS)) {
  const title = `a page of ${name} passes axe, and fits 320 px and 200 % zoom`;
  test(title, ['all blocks', 'difficult texts'].includes(name) ? {} : { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await show(page, profile);
    await page.getByText('Share', { exact: true }).click();
    await expectAccessible(page, name);
    // 1280 by 800 pixels at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await isTooWide(page), `${name} at 200 %`).toBe(false);
  });
}

test('text at twice the size is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, pageProfile('neon', { blocks: everyBlock() }));
  await page.addStyleTag({ content: '.np *{font-size:200%!important}.np * *{font-size:inherit!important}' });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.np-label, .np h1, .np h2, .np-text')]
      .filter((element) => element.scrollHeight > element.clientHeight + 2)
      .map((element) => element.textContent),
  );
  expect(cut).toEqual([]);
});

test('a picture behind the page stays in place while the page scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await show(page, LOOKS['a grid over a picture']);
  const backdrop = page.locator('.np-backdrop');
  await expect(backdrop).toBeInViewport({ ratio: 0.99 });
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
  await expect(backdrop).toBeInViewport({ ratio: 0.99 });
});
