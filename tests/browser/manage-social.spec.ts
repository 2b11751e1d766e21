import { expect, type Page } from '@playwright/test';
import { PLATFORMS } from '../../contract/social/networks.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

const LIVE = 'Your links are live!';

const connectedNames = (page: Page) =>
  page.getByRole('list', { name: 'Connected accounts' }).getByRole('heading', { level: 3 });
const patched = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PATCH');

async function add(page: Page, platform: string, username: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${platform}`, exact: true }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('button', { name: 'Add Link' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Moves a block one place by the menu of its row. */
async function step(page: Page, name: string, way: 'up' | 'down'): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: `Move ${way}` }).press('Enter');
}

async function savedPlatforms(page: Page): Promise<string[]> {
  const [item] = await (await page.request.get('/api/handles')).json();
  return item.socialLinks.map((link: { platform: string }) => link.platform);
}

const expectSaved = (page: Page, platforms: string[]) => expect.poll(() => savedPlatforms(page)).toEqual(platforms);

test('links of all platforms can be added, edited and removed', async ({ app, page }) => {
  await signedInWith(app, page, 'social-add-and-edit');
  await page.goto('/app/manage-social');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Social Universe' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(PLATFORMS.length);
  await expect(page.getByRole('button', { name: 'Add X', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add X (twitter.com)' })).toBeVisible();

  await page.getByRole('button', { name: 'Add TikTok' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add TikTok' });
  const field = dialog.getByRole('textbox', { name: 'Username' });
  await expect(dialog.getByText('https://tiktok.com/', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add Link' })).toBeDisabled();
  await field.fill('   ');
  await expect(dialog.getByRole('button', { name: 'Add Link' })).toBeDisabled();
  await field.fill('  ada ');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(connectedNames(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Add TikTok' }).click();
  await expect(field).toHaveValue('');
  await field.fill('  ada ');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    socialLinks: [{ platform: 'tiktok', username: 'ada', url: 'https://tiktok.com/@ada' }],
  });
  await expect(page.getByText(LIVE).first()).toBeVisible();
  await expect(connectedNames(page)).toHaveText(['TikTok']);
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(PLATFORMS.length - 1);

  await add(page, 'GitHub', 'https://github.com/ada/');
  await expect(page.getByRole('link', { name: /^Visit GitHub/ })).toHaveAttribute('href', 'https://github.com/ada');

  await page.getByRole('button', { name: 'Edit TikTok' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('ada');
  await page.getByRole('textbox', { name: 'Username' }).fill('@countess');
  await page.getByRole('button', { name: 'Update Link' }).click();
  await expect(page.getByRole('link', { name: /^Visit TikTok/ })).toHaveAttribute(
    'href',
    'https://tiktok.com/@countess',
  );
  await expect(page.getByRole('button', { name: 'Edit TikTok' })).toBeFocused();

  // Undoing a removal restores the former order.
  const removed = patched(page);
  await page.getByRole('button', { name: 'Remove TikTok' }).click();
  await expect(page.getByRole('button', { name: 'Remove GitHub' })).toBeFocused();
  await removed;
  await expect(connectedNames(page)).toHaveText(['GitHub']);
  const back = patched(page);
  // The button in the toast; the bar below the list has icons.
  await page.getByText('Undo', { exact: true }).click();
  await back;
  await expect(connectedNames(page)).toHaveText(['TikTok', 'GitHub']);
  await expectSaved(page, ['tiktok', 'github']);
});

test('the order of links can be changed by buttons, by keyboard and by mouse, and is saved', async ({ app, page }) => {
  const handle = 'social-in-my-order';
  const id = await signedInWith(app, page, handle);
  const platforms = ['github', 'youtube', 'twitch'];
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: { socialLinks: platforms.map((platform) => ({ platform, username: 'ada' })) },
  });
  await page.goto('/app/manage-social');
  await expect(connectedNames(page)).toHaveText(['GitHub', 'YouTube', 'Twitch']);

  const menu = page.getByRole('button', { name: 'More actions for GitHub' });
  await step(page, 'GitHub', 'down');
  await expect(connectedNames(page)).toHaveText(['YouTube', 'GitHub', 'Twitch']);
  await expect(menu).toBeFocused();
  await expect(page.getByText('GitHub is now 2 of 3')).toBeAttached();
  await expect(page.getByText(LIVE).first()).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(LIVE)).toHaveCount(0);
  // The save ends while the menu is open, so the toast is above the menu; Escape closes both.
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(`**/api/handles/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await step(page, 'GitHub', 'down');
  await expect(connectedNames(page)).toHaveText(['YouTube', 'Twitch', 'GitHub']);
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(page.getByText(LIVE).first()).toBeVisible();
  await page.getByRole('menu').press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(menu).toBeFocused();
  await expectSaved(page, ['youtube', 'twitch', 'github']);
  await page.unrouteAll();

  const grip = page.getByRole('button', { name: 'Reorder GitHub' });
  await grip.press('Space');
  await expect(page.getByText('GitHub picked up. It is 3 of 3.')).toBeAttached();
  // The library starts to listen to keys with a timer, which it set before the announcement.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('GitHub is over place 2 of 3.')).toBeAttached();
  await Promise.all([patched(page), page.keyboard.press('Space')]);
  await expect(connectedNames(page)).toHaveText(['YouTube', 'GitHub', 'Twitch']);
  await expect(grip).toBeFocused();

  const from = await page.getByRole('button', { name: 'Reorder Twitch' }).boundingBox();
  const to = await page.getByRole('button', { name: 'Reorder YouTube' }).boundingBox();
  if (!from || !to) throw new Error('The cards are not visible');
  const dragged = patched(page);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await page.mouse.up();
  await dragged;
  await expect(connectedNames(page)).toHaveText(['Twitch', 'YouTube', 'GitHub']);

  await page.reload();
  await expect(connectedNames(page)).toHaveText(['Twitch', 'YouTube', 'GitHub']);
  // The cached page is invalidated shortly after a change.
  const hosts = async () => {
    await page.goto(`/${handle}`);
    return page
      .locator('a[href*="/ada"], a[href*="@ada"]')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).hostname));
  };
  await expect.poll(hosts).toEqual(['twitch.tv', 'youtube.com', 'github.com']);
});
