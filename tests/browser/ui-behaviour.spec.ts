import { expect, type Page } from '@playwright/test';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';

/** Shows a toast by letting the development sign-in fail. */
async function failToSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dev login' }).click();
  await expect(page.getByText('Login Failed', { exact: true })).toBeVisible();
}

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

test.describe('toasts', () => {
  test.beforeEach(async ({ allowErrors, page }) => {
    allowErrors(/status of 500 .*dev-login/);
    await page.clock.install();
    await mockResponse(page, '**/api/dev-login', { status: 500, body: '' });
  });

  test('one toast is shown at a time and disappears after 5000 ms', async ({ page }) => {
    await page.goto('/');
    await failToSignIn(page);
    await failToSignIn(page);
    await expect(toasts(page)).toHaveCount(1);
    // The clock stops here, so that a slow machine does not count as elapsed time.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await expect(toasts(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Dev login' }).click();
    // A hovered toast does not time out, so the pointer moves away.
    await page.mouse.move(5, 400);
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(toasts(page)).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await page.clock.runFor(4000);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(1100);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('a toast is dismissed by a swipe of 50 px to the right and by Close, and F8 focuses it', async ({ page }) => {
    await page.goto('/');
    const swipe = async (distance: number) => {
      const box = await toasts(page).boundingBox();
      if (!box) throw new Error('No toast is visible');
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance / 2, y, { steps: 4 });
      await page.mouse.move(x + distance, y, { steps: 4 });
      await page.mouse.up();
    };
    await failToSignIn(page);
    await swipe(40);
    await expect(toasts(page)).toHaveCount(1);
    await swipe(70);
    await expect(toasts(page)).toHaveCount(0);

    await failToSignIn(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page)).toHaveCount(0);
  });

  test('toasts are placed at the top at 390 px, and at the bottom right at 1280 px', { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/');
    await failToSignIn(page);
    await page.clock.runFor(500);
    const place = async () => {
      const box = await toasts(page).boundingBox();
      if (!box) throw new Error('No toast is visible');
      return box;
    };
    const narrow = await place();
    expect(narrow.y).toBeLessThan(40);
    expect(narrow.width).toBeGreaterThan(340);
    await page.setViewportSize({ width: 1280, height: 800 });
    const wide = await place();
    expect(wide.width).toBeLessThanOrEqual(420);
    expect(wide.x + wide.width).toBeGreaterThan(1240);
    expect(wide.y + wide.height).toBeGreaterThan(760);
  });
});

test('tooltips open after 700 ms, or immediately if another one closed less than 300 ms ago', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await claimInBrowser(app, page, 'tooltips-wait-here', 'tooltips@account.example');
  await page.clock.install();
  await page.goto('/app/manage');
  const triggers = page.getByRole('button', { name: /^Copy/ });
  await expect(triggers).not.toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  const tooltip = page.getByRole('tooltip');
  // Moves in steps, because a pointer that moves towards the tooltip keeps it open.
  const leave = () => page.mouse.move(5, 5, { steps: 8 });
  await triggers.first().hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveCount(1);
  await leave();
  await page.clock.runFor(250);
  await expect(tooltip).toHaveCount(0);
  await triggers.first().hover();
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.clock.runFor(20);
  await expect(tooltip).toHaveCount(0);
  await leave();
  await page.clock.runFor(400);
  await triggers.first().hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
});

test('the theme is light by default, stored under "theme", and applied before the first paint', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const hasBody = document.body !== null;
      seen.push(`${document.documentElement.className}|${hasBody}`);
    }).observe(document, { attributes: true, attributeFilter: ['class'], subtree: true });
  });
  const root = page.locator('html');
  await page.goto('/');
  await expect(root).not.toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  await expect(root).toHaveClass('dark');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');

  for (const path of ['/create', '/']) {
    await page.goto(path);
    const ofRoot = await page.evaluate(() =>
      (window as unknown as { seen: string[] }).seen.filter((line) => /^dark/.test(line)),
    );
    // The class is set in the head, before there is a body to paint.
    expect([path, ofRoot[0]]).toEqual([path, 'dark|false']);
    await expect(root).toHaveClass('dark');
  }
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  await expect(root).not.toHaveClass(/dark/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
});

test('one question of the landing page is open at a time', async ({ page }) => {
  await page.goto('/');
  const open = page.locator('details[open]');
  await expect(open).toHaveCount(1);
  for (const question of await page.locator('details:not([open]) summary').all()) {
    await question.click();
    await expect(open).toHaveCount(1);
  }
});
