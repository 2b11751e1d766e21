import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { put, startAdding, stored, tab, titles } from '../support/browser/editor.ts';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import type { App } from '../support/server/app-process.ts';

const LONG = { tag: '@long' };

test('blocks of two tabs are shown with a choice', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 412/);
  const id = await signedInWith(app, page, 'editor-of-two-tabs');
  const heading = (text: string) => ({ type: 'heading', text });
  await put(app, page, id, [heading('Shared')]);
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/handles/*/blocks', (route) => mayAnswer.then(() => route.fallback()), { times: 1 });
  const asked = page.waitForRequest('**/api/handles/*/blocks');
  await page.goto('/app/manage-social');
  await asked;
  await expect(page.getByRole('status', { name: 'Loading your links' })).toBeVisible();
  // Below a waiting state, the line would jump when the content comes.
  const support = page.getByText('Something not working?');
  await expect(support).toHaveCount(1);
  await expect(support).toBeHidden();
  answer();
  await expect(support).toBeVisible();
  await expect(titles(page)).toHaveText(['Shared']);
  const [shared] = await stored(page, id);
  await put(app, page, id, [shared, heading('Theirs')]);
  await startAdding(page, 'heading');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Heading' }).fill('Mine');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'This was changed somewhere else' });
  await expect(dialog).toContainText('Theirs');
  await expect(dialog).toContainText('Mine');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(titles(page)).toHaveText(['Shared', 'Theirs', 'Mine']);
  await expect
    .poll(async () => (await stored(page, id)).map(({ text }: { text: string }) => text))
    .toEqual(['Shared', 'Theirs', 'Mine']);
});

/** Signs in with three blocks whose texts are long or written from right to left. */
async function signInWithDifficultBlocks(app: App, page: Page, handle: string): Promise<void> {
  const id = await signedInWith(app, page, handle);
  const long = 'Ein sehr langer Titel ohne Ende '.repeat(3).trim();
  await put(app, page, id, [
    { type: 'link', title: 'متجر الربيع', url: 'https://shop.example/', featured: true, until: '2040-01-01T00:00:00Z' },
    { type: 'link', title: long, url: `https://${'a'.repeat(60)}.example/${'b'.repeat(200)}`, hidden: true },
    { type: 'network', platform: 'instagram', username: 'maya.makes' },
  ]);
  // The operator does not allow the address of the second, and an administrator hid the third.
  await page.route('**/api/handles/*/blocks', async (route) => {
    const response = await route.fetch();
    const [first, second, third] = await response.json();
    await route.fulfill({ response, json: [first, { ...second, blocked: true }, { ...third, heldBy: 7 }] });
  });
}

/** Checks the four tabs at one width, and returns to the first one. */
async function expectAccessibleTabs(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const settled = watchRequests(page);
  await page.goto('/app/manage-social');
  await expect(titles(page)).toHaveCount(3);
  await expectAccessible(page, `Links at ${width}`);
  for (const name of ['Look', 'Details', 'Mail']) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
    await settled();
    await expectAccessible(page, `${name} at ${width}`);
  }
  await tab(page, 'Links').click();
}

test(
  'the editor is accessible in each tab and in both themes on a screen and at 200 %',
  LONG,
  async ({ app, page }) => {
    await signInWithDifficultBlocks(app, page, 'editor-at-two-widths');
    await expectAccessibleTabs(page, 1280, 800);
    await expectAccessibleTabs(page, 640, 400);
  },
);

test('on a phone the page is raised as a sheet, and the editor is accessible in each tab and in both themes', async ({
  app,
  page,
}) => {
  await signInWithDifficultBlocks(app, page, 'editor-on-a-small-phone');
  await expectAccessibleTabs(page, 390, 844);
  const open = page.getByRole('button', { name: 'Preview' });
  await expect(open).toBeInViewport({ ratio: 1 });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Preview' });
  await expect(sheet.getByRole('img', { name: /^Preview of/ }).getByText('متجر الربيع')).toBeAttached();
  await expectAccessible(page, 'sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(open).toBeFocused();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'add');
});
