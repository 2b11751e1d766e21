import { expect, type Page } from '@playwright/test';
import { PLATFORMS } from '../../contract/social/networks.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { dropSession, signedInWith } from '../support/browser/sign-in.ts';

const LIVE = 'Your links are live!';
const SAVE_FAILED = 'Something went wonky. Please try again.';

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

test('a phone number and an invite become links, and a name without a URL is rejected', async ({ app, page }) => {
  await signedInWith(app, page, 'social-that-leads-there');
  await page.goto('/app/manage-social');
  await page.getByRole('button', { name: 'Add WhatsApp' }).click();
  const number = page.getByRole('textbox', { name: 'Phone number' });
  await number.fill('0151 123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('WhatsApp needs the number with its country code')).toBeVisible();
  await expect(number).toBeFocused();
  await number.fill('+49 151 123 456');
  await expect(page.getByText('Leads to https://wa.me/49151123456')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Visit WhatsApp/ })).toHaveAttribute(
    'href',
    'https://wa.me/49151123456',
  );
  await page.getByRole('button', { name: 'Add Discord' }).click();
  const discord = page.getByRole('textbox', { name: 'User ID or invite link' });
  await discord.fill('mayamakes');
  await page.getByRole('button', { name: 'Add Link' }).click();
  await expect(page.getByRole('dialog').getByText('A Discord name has no address.').first()).toBeVisible();
  await discord.fill('https://discord.com/invite/maya');
  await page.getByRole('button', { name: 'Add Link' }).click();
  await expect(page.getByRole('link', { name: /^Visit Discord/ })).toHaveAttribute('href', 'https://discord.gg/maya');
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

test('after moves in quick succession, the screen shows the saved order', async ({ app, page }) => {
  const id = await signedInWith(app, page, 'social-moved-quickly');
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: { socialLinks: ['github', 'youtube'].map((platform) => ({ platform, username: 'ada' })) },
  });
  const settled = watchRequests(page);
  await page.goto('/app/manage-social');
  await expect(connectedNames(page)).toHaveText(['GitHub', 'YouTube']);
  for (const [way, order] of [
    ['down', ['YouTube', 'GitHub']],
    ['up', ['GitHub', 'YouTube']],
    ['down', ['YouTube', 'GitHub']],
  ] as const) {
    await step(page, 'GitHub', way);
    await expect(connectedNames(page)).toHaveText(order);
  }
  await settled();
  const saved = (await savedPlatforms(page)).map((platform) => (platform === 'github' ? 'GitHub' : 'YouTube'));
  await expect(connectedNames(page)).toHaveText(saved);
});

test('a failed save of links keeps the typed name, and unsaved links are marked and can be saved again', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 500/, /ERR_FAILED/);
  await signedInWith(app, page, 'social-that-fails');
  await page.goto('/app/manage-social');
  await add(page, 'GitHub', 'ada');
  await add(page, 'Twitch', 'ada');
  const saveAll = page.getByRole('button', { name: 'Save All Changes' });

  for (const [failure, order] of [
    [{ status: 500, body: 'not even JSON' }, ['Twitch', 'GitHub']],
    ['nothing', ['GitHub', 'Twitch']],
  ] as const) {
    await mockResponse(page, '**/api/handles/*', failure);
    await page.getByRole('button', { name: 'Add Reddit' }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill('typed-once');
    const button = page.getByRole('button', { name: 'Add Link' });
    await button.click();
    await expect(page.getByText(SAVE_FAILED).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('typed-once');
    await expect(button).not.toHaveAttribute('aria-busy');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(saveAll).toBeHidden();

    await step(page, 'GitHub', order[0] === 'Twitch' ? 'down' : 'up');
    await expect(page.getByText('Your links were not saved.').first()).toBeVisible();
    await expect(connectedNames(page)).toHaveText([...order]);
    expect(await savedPlatforms(page)).not.toEqual(order.map((name) => name.toLowerCase()));
    await page.unroute('**/api/handles/*');
    await saveAll.click();
    await expectSaved(
      page,
      order.map((name) => name.toLowerCase()),
    );
    await expect(saveAll).toBeHidden();
    await expect(page.getByText(LIVE).first()).toBeVisible();
  }
});

test('the screen of links shows a failed list, an account without handles, and the picked one of several handles', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED/);
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await mockResponse(page, '**/api/handles?*', 'nothing');
  await page.goto('/app/manage-social');
  await expect(page.getByText('Failed to fetch handles')).toBeVisible();
  await page.unroute('**/api/handles?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No handle found. Create your epic handle first!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Handle' })).toHaveAttribute('href', '/create');

  await dropSession(page);
  await signedInWith(app, page, 'social-first-of-two');
  await page.request.post('/api/profiles', {
    headers: { origin: app.url },
    data: { username: 'social-second-of-two' },
  });
  await page.goto('/app/manage-social?handle=social-second-of-two');
  await add(page, 'GitHub', 'second');
  await page.getByRole('button', { name: /^Handle: social-second-of-two/ }).click();
  await page.getByRole('button', { name: 'social-first-of-two' }).click();
  await expect(page.getByText('Nothing is connected yet. Pick a platform below.')).toBeVisible();
  await expectSaved(page, []);
});
