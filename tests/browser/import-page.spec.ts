import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

const LINKTREE = {
  props: {
    pageProps: {
      account: {
        username: 'maya.makes',
        pageTitle: 'Maya Makes',
        description: 'Prints and ceramics',
        links: [
          { type: 'CLASSIC', title: 'Spring shop', url: 'https://shop.example/spring' },
          { type: 'HEADER', title: 'Read', url: null },
          ...Array.from({ length: 9 }, (_, at) => ({
            title: `Letter ${at + 1}`,
            url: `https://letters.example/${'a'.repeat(at * 10)}`,
          })),
          { title: 'Our terms', url: 'https://linktr.ee/s/terms' },
        ],
        socialLinks: [{ type: 'INSTAGRAM', url: 'https://www.instagram.com/maya.makes/' }],
      },
    },
  },
};
const SAVED = `<!doctype html><html><head><meta property="og:url" content="https://linktr.ee/maya.makes"></head><body>
  <script>window.didRun = true</script><img src="https://tracker.example/pixel.png" alt="">
  <script id="__NEXT_DATA__" type="application/json">${JSON.stringify(LINKTREE)}</script></body></html>`;

const dialog = (page: Page) => page.getByRole('dialog');
async function choose(page: Page, content: string, name = 'maya.html'): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/html', buffer: Buffer.from(content) });
}

test('a saved Linktree page of 12 blocks is imported without requests to it and without running its scripts', async ({
  app,
  page,
}) => {
  const id = await signedInWith(app, page, 'importer-of-a-tree');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.goto('/app/manage-social');
  await choose(page, SAVED);
  await expect(dialog(page)).toContainText('Found on your Linktree page.');
  await expect(dialog(page).getByText('12 of 12 chosen')).toBeVisible();
  await expectAccessible(page, 'what was found');
  // A long address is cut and leaves the buttons on the screen of a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(dialog(page).getByRole('button', { name: 'Import 12' })).toBeInViewport({ ratio: 1 });
  await dialog(page)
    .getByRole('checkbox', { name: /^Letter 9/ })
    .uncheck();
  await dialog(page).getByRole('button', { name: 'Import 11' }).click();
  await expect(dialog(page).getByRole('heading', { name: '11 blocks are on your page' })).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Left out' })).toContainText('It leads to Linktree itself.');
  await expectAccessible(page, 'what was left out');
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  const blocks = await (await page.request.get(`/api/handles/${id}/blocks`)).json();
  expect(blocks).toHaveLength(11);
  expect(blocks.slice(0, 2)).toMatchObject([{ title: 'Spring shop' }, { type: 'heading', text: 'Read' }]);
  expect(blocks.at(-1)).toMatchObject({ type: 'network', platform: 'instagram', username: 'maya.makes' });
  const [handle] = await (await page.request.get('/api/handles')).json();
  expect(handle).toMatchObject({ displayName: 'Maya Makes', bio: 'Prints and ceramics' });
  expect(foreign).toEqual([]);
  expect(await page.evaluate(() => 'didRun' in window)).toBe(false);

  await choose(page, SAVED);
  await expect(dialog(page).getByText('Already on your page').first()).toBeVisible();
  await expect(dialog(page).getByText('1 of 12 chosen')).toBeVisible();
});

test('a page that cannot be imported is refused with advice, and nothing is saved', async ({
  app,
  page,
  allowErrors,
}) => {
  allowErrors(/400/);
  const id = await signedInWith(app, page, 'importer-of-nothing');
  await page.goto('/app/manage-social');
  await choose(page, 'x'.repeat(5_000_001));
  await expect(dialog(page)).toContainText('This is longer than 5 MB.');
  const field = dialog(page).getByRole('textbox');
  await field.fill('nothing that leads anywhere');
  await dialog(page).getByRole('button', { name: 'Find links' }).click();
  await expect(dialog(page)).toContainText('No links were found.');
  await expectAccessible(page, 'the import dialog with an error');
  await field.fill('<a href="javascript:alert(1)">Win</a>');
  await dialog(page).getByRole('button', { name: 'Find links' }).click();
  await expect(dialog(page)).toContainText('No links were found.');
  await field.fill('My shop https://shop.example');
  await page.route(`**/api/handles/${id}/blocks`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: {
            code: 'invalid_input',
            message: 'Please check what you entered and try again.',
            errors: [{ path: '0.url', message: 'Links to shop.example are not allowed here.' }],
          },
        })
      : route.continue(),
  );
  await dialog(page).getByRole('button', { name: 'Find links' }).click();
  await dialog(page).getByRole('button', { name: 'Import 1' }).click();
  await expect(dialog(page)).toContainText('Links to shop.example are not allowed here.');
  await expect(dialog(page).getByRole('alert')).toContainText('Please leave them out');
  expect(await (await page.request.get(`/api/handles/${id}/blocks`)).json()).toEqual([]);
});

test('the page can be downloaded as one file from its details', async ({ app, page }) => {
  await signedInWith(app, page, 'download-of-a-page');
  await page.goto('/app/manage-handle/download-of-a-page');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download page' }).click();
  expect((await downloaded).suggestedFilename()).toBe('download-of-a-page.html');
});
