import { expect } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';

const GARBAGE = [
  ['an error', { status: 500, json: { code: 'unexpected', message: 'Something went wrong on our side.' } }],
  ['a page of somebody else', { status: 200, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }],
  ['half an answer', { status: 200, contentType: 'application/json', body: '[{"name":"Plus","price_yea' }],
  ['another shape', { status: 200, json: { packages: [] } }],
  ['no answer', 'nothing'],
  ['an answer that never comes', 'never'],
] as const;

for (const [what, answer] of GARBAGE) {
  test(`the server has ${what} for prices: the fallback prices stand`, async ({ allowErrors, page }) => {
    allowErrors(/Failed to load resource.*api\/packages/);
    await mockResponse(page, '**/api/packages', answer);
    await page.goto('/');
    await expect(page.getByText('Starting at $4.99/year')).toBeAttached();
    await page.goto('/create?handle=ada');
    for (const price of ['$0', '$4.99', '$49.99', '$499.99']) {
      await expect(page.getByRole('listitem').filter({ hasText: `${price}/year` })).toBeVisible();
    }
    await expect(page.getByText('50% OFF')).toHaveCount(4);
    // The next visit asks again.
    await page.unroute('**/api/packages');
    await page.route('**/api/packages', (route) =>
      route.fulfill({ json: [{ name: 'Plus', price_yearly_usd_now: 6, price_yearly_usd_full: 10 }] }),
    );
    await page.reload();
    await expect(page.getByText('$6/year')).toBeVisible();
  });
}

for (const [what, answer] of GARBAGE.filter(([, answer]) => answer !== 'never')) {
  test(`the server has ${what} for a handle: it counts as taken, and the next check recovers`, async ({
    allowErrors,
    page,
  }) => {
    allowErrors(/Failed to load resource.*check-handle/);
    await mockResponse(page, '**/api/check-handle/*', answer);
    await page.goto('/create');
    const field = page.getByRole('textbox', { name: 'Your handle' });
    await field.fill('not-taken-by-anybody');
    await expect(page.getByText('Sorry, this handle is taken')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grab It!' })).toBeDisabled();
    await page.unroute('**/api/check-handle/*');
    await field.fill('not-taken-by-anybody2');
    await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grab It!' })).toBeEnabled();
  });
}

for (const [what, answer, words] of [
  ['words', { status: 429, json: { code: 'too_many_letters', message: 'Wait a while.' } }, 'Wait a while.'],
  ['an error without words', { status: 502, body: '<html>Bad gateway' }, 'Failed to send magic link'],
  ['a page of somebody else', { status: 200, body: '<h1>Wi-Fi</h1>' }, 'Failed to send magic link. Please try again.'],
  ['no answer', 'nothing', 'Failed to send magic link. Please try again.'],
] as const) {
  test(`the server has ${what} for a claim: it is said, and trying again recovers`, async ({ allowErrors, page }) => {
    allowErrors(/Failed to load resource.*send-magic-link/);
    await mockResponse(page, '**/api/send-magic-link', answer);
    await page.goto('/create?handle=claim-after-a-failure');
    await page.getByRole('button', { name: 'Grab It!' }).click();
    const email = page.getByRole('textbox', { name: 'Your email' });
    const submit = page.getByRole('button', { name: 'Send Magic Link' });
    await email.fill('nobody.account.example');
    await expect(submit).toBeDisabled();
    await email.fill('claimant@account.example');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
    await page.unroute('**/api/send-magic-link');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(email).toHaveValue('claimant@account.example');
    await submit.click();
    await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible();
  });
}

test('a refused sign-in link says the one sentence whatever the server said', async ({ allowErrors, page }) => {
  allowErrors(/Failed to load resource.*send-login-magic-link/);
  await mockResponse(page, '**/api/send-login-magic-link', { status: 429, json: { message: 'Wait a while.' } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody@account.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Failed to send magic link. Please try again.');
});

test('nobody knows who is there: the spinner, then the words, then on', async ({ allowErrors, page }) => {
  // What the server sends when it can not reach its database: a document that leaves the question to the browser.
  await page.route('**/app/manage', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/<script type="application\/json" id="user">.*?<\/script>/, '');
    await route.fulfill({ response: answer, body: html.replace(/(<div id="root">).*(<\/div><\/body>)/s, '$1$2') });
  });
  // The emptied document is not what the browser draws; the error of the call is not the browser's.
  allowErrors(/Minified React error #418/, /status of 500 .*api\/user/);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/user', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '<html>' });
  });
  await page.goto('/app/manage');
  await expect(page.getByText('Login Required')).toBeHidden();
  release();
  await expect(page.getByRole('alert').getByText('Failed to fetch user info')).toBeVisible();
  await page.unroute('**/api/user');
  allowErrors(/status of 401 .*api\/user/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Login Required')).toBeVisible();
});

test('a screen that can not be loaded says so and offers to reload', async ({ allowErrors, page }) => {
  allowErrors(/ERR_FAILED .*privacy-page/, /Failed to fetch dynamically imported module/);
  await page.route('**/assets/privacy-page*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/privacy-page*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
});
