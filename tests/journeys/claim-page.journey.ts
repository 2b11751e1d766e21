import { expect } from '@playwright/test';
import { test } from '../setup/journey.ts';
import { linkIn, nextMailTo } from '../setup/outbox.ts';

test('availability is told in words for what is typed now', async ({ allowErrors, page }) => {
  allowErrors(/ERR_FAILED .*broken-check-here/);
  await page.goto('/create');
  await expect(page.getByText('Enter your desired handle').first()).toBeVisible();
  const field = page.getByRole('textbox', { name: /handle/i });

  await field.fill('digital-universe');
  await expect(page.getByText(/reserved/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Grab It!' })).toBeDisabled();

  // An older answer that comes late must not win over the one for what is typed.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/check-handle/slow-answer-here', async (route) => {
    await held;
    await route.fulfill({ json: { available: false, reason: 'taken' } }).catch(() => {});
  });
  const asked = page.waitForRequest('**/api/check-handle/slow-answer-here');
  await field.fill('slow-answer-here');
  await expect(page.getByText('Checking availability...').first()).toBeVisible();
  await asked;
  await field.fill('quick-answer-here');
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  release();
  await expect(page.getByText('Sorry, this handle is taken')).toBeHidden();
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();

  await page.route('**/api/check-handle/broken-check-here', (route) => route.abort());
  await field.fill('broken-check-here');
  await expect(page.getByText('Sorry, this handle is taken').first()).toBeVisible();

  await field.fill('quick');
  await expect(page.getByRole('button', { name: 'Reserve It!' })).toBeVisible();
});

test('a race for one handle: the second reads why not and chooses another', async ({
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

test('the server says no in words, and the dialog goes back to what was typed', async ({ allowErrors, page }) => {
  allowErrors(/status of 409 .*send-magic-link/);
  await page.goto('/create?handle=server-says-no-here');
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await page.route('**/api/send-magic-link', (route) =>
    route.fulfill({ status: 409, json: { code: 'handle_taken', message: 'Sorry, this handle is taken.' } }),
  );
  await page.getByRole('button', { name: 'Grab It!' }).click();
  const field = page.getByRole('textbox', { name: 'Your email' });
  await field.fill('somebody@account.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
  await expect(page.getByText('Sorry, this handle is taken.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(field).toHaveValue('somebody@account.example');
});

for (const path of ['/', '/create']) {
  test(`what is typed before the script is there is not lost (${path})`, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/entry-client*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const field = page.getByRole('textbox', { name: 'Your handle' });
    await field.pressSequentially('Typed.Before-Script!');
    release();
    await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
    await expect(field).toHaveValue('typed.before-script');
  });
}
