import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

test('the second of two users who claim one handle gets the reason and can choose another one', async ({
  allowErrors,
  app,
  browser,
  page,
}) => {
  allowErrors(/status of 409 .*\/link\//);
  for (const email of ['winner@account.example', 'loser@account.example']) {
    await page.request.post('/api/send-magic-link', { data: { email, handle: 'wanted-by-two-people' } });
  }
  const winner = await browser.newPage();
  await winner.goto(linkIn(await nextMailTo(app, 'winner@account.example')));
  await page.goto(linkIn(await nextMailTo(app, 'loser@account.example')));
  await winner.getByRole('main').getByRole('button').click();
  await expect(winner).toHaveURL(`${app.url}/app/manage`);
  await winner.close();

  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'wanted-by-two-people is gone' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose another handle' }).click();
  await expect(page).toHaveURL(/\/create/);
});

// The test of the landing page is in landing-hydration.spec.ts.
test('text typed before the script is loaded is kept', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry-client*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/create', { waitUntil: 'commit' });
  const field = page.getByRole('textbox', { name: 'Your handle' });
  await field.pressSequentially('Typed.Before-Script!');
  release();
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await expect(field).toHaveValue('typed.before-script');
});

for (const [path, details] of [
  ['/create', {}],
  ['/', { tag: '@long' }],
] as const) {
  test(`a composing keyboard types each letter once (${path})`, details, async ({ page }) => {
    await page.goto(path);
    const field = page.getByRole('textbox', { name: 'Your handle' });
    await expect(page.getByText('Enter your desired handle').first()).toBeVisible();
    await field.click();
    const keyboard = await page.context().newCDPSession(page);
    const compose = async (...texts: string[]) => {
      for (const text of texts) {
        await keyboard.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      }
    };
    // The landing page loads the app on first use.
    await field.fill('any-handle-at-all');
    await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
    await field.fill('');
    // The check does not wait for the end of a composition, because most phone keyboards compose whole words.
    const checked = page.waitForRequest('**/api/check-handle/hellothere?*');
    await compose('H', 'He', 'Hel', 'Hell', 'Hello', 'Hello_', 'Hello_t', 'Hello_there');
    await checked;
    await keyboard.send('Input.insertText', { text: 'Hello_there' });
    await expect(field).toHaveValue('hellothere');
    await compose('n', 'ni', 'ni h', 'ni hao');
    await keyboard.send('Input.insertText', { text: '你好' });
    await expect(field).toHaveValue('hellothere');
    await compose('n', 'ni', 'ni h', 'ni hao');
    await keyboard.send('Input.insertText', { text: 'ni hao' });
    await expect(field).toHaveValue('hellotherenihao');
    // Typing in the middle of the word starts a new composition.
    await page.keyboard.press('Home');
    await compose('A', 'Ab');
    await keyboard.send('Input.insertText', { text: 'Ab' });
    await page.keyboard.type('c');
    await expect(field).toHaveValue('abchellotherenihao');
    await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  });
}

test('the caret stays at the typed character, and a full field accepts no further letter', async ({ page }) => {
  await page.goto('/create?handle=abcyxdefghijk');
  const field = page.getByRole('textbox', { name: 'Your handle' });
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await field.press('Home');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('_Q1');
  await expect(field).toHaveValue('abcq1yxdefghijk');
  await page.keyboard.type('z');
  await expect(field).toHaveValue('abcq1zyxdefghijk');

  const full = `${'a'.repeat(29)}z`;
  await field.fill(full);
  await field.press('Home');
  await page.keyboard.type('bc');
  await expect(field).toHaveValue(full);
  await page.keyboard.press('Delete');
  await page.keyboard.type('bc');
  await expect(field).toHaveValue(`b${full.slice(1)}`);
});

test('the typed handle is restored after visiting the terms and after a reload', async ({ page }) => {
  await page.goto('/create?handle=the-first-one-typed');
  const field = page.getByRole('textbox', { name: 'Your handle' });
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await field.fill('the-second-one-typed');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /DIGITAL UNIVERSE/ })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('the-second-one-typed');
  await page.reload();
  await expect(field).toHaveValue('the-second-one-typed');
});
