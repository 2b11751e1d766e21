import { expect } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';

const GARBAGE = [
  ['an error', { status: 500, json: { code: 'unexpected', message: 'Something went wrong on our side.' } }],
  ['a page of another server', { status: 200, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }],
  ['truncated JSON', { status: 200, contentType: 'application/json', body: '[{"name":"Plus","price_yea' }],
  ['JSON of another shape', { status: 200, json: { packages: [] } }],
  ['no response', 'nothing'],
  ['a response that never arrives', 'never'],
] as const;

for (const [place, [failure, response]] of GARBAGE.entries()) {
  const title = `fallback prices are shown if the server returns ${failure} instead of prices`;
  test(title, place === 0 ? {} : { tag: '@long' }, async ({ allowErrors, page }) => {
    allowErrors(/Failed to load resource.*api\/packages/);
    await mockResponse(page, '**/api/packages', response);
    await page.goto('/');
    await expect(page.getByText('Starting at $4.99/year')).toBeAttached();
    await page.goto('/create?handle=ada');
    for (const price of ['$0', '$4.99', '$49.99', '$499.99']) {
      await expect(page.getByRole('listitem').filter({ hasText: `${price}/year` })).toBeVisible();
    }
    await expect(page.getByText('50% OFF')).toHaveCount(4);
    // The next visit requests the prices again.
    await page.unroute('**/api/packages');
    await page.route('**/api/packages', (route) =>
      route.fulfill({ json: [{ name: 'Plus', price_yearly_usd_now: 6, price_yearly_usd_full: 10 }] }),
    );
    await page.reload();
    await expect(page.getByText('$6/year')).toBeVisible();
  });
}

test('a handle counts as taken if its check fails, and the next check recovers', async ({ allowErrors, page }) => {
  allowErrors(/Failed to load resource.*check-handle/);
  await page.goto('/create');
  const field = page.getByRole('textbox', { name: 'Your handle' });
  const countsAsTaken = async (response: (typeof GARBAGE)[number][1], handle: string) => {
    await mockResponse(page, '**/api/check-handle/*', response);
    await field.fill(handle);
    await expect(page.getByText('Sorry, this handle is taken')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grab It!' })).toBeDisabled();
    await page.unroute('**/api/check-handle/*');
    await field.fill(`${handle}-2`);
    await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grab It!' })).toBeEnabled();
  };
  const ending = GARBAGE.filter(([, response]) => response !== 'never');
  for (const [index, [failure, response]] of ending.entries()) {
    await test.step(failure, () => countsAsTaken(response, `taken-by-nobody-${index}`));
  }
});

const CLAIM_FAILURES = [
  [
    'an error with a message',
    { status: 429, json: { code: 'too_many_letters', message: 'Wait a while.' } },
    'Wait a while.',
  ],
  ['an error without a message', { status: 502, body: '<html>Bad gateway' }, 'Failed to send magic link'],
  ['a page of another server', { status: 200, body: '<h1>Wi-Fi</h1>' }, 'Failed to send magic link. Please try again.'],
  ['no response', 'nothing', 'Failed to send magic link. Please try again.'],
] as const;

for (const [place, [failure, response, message]] of CLAIM_FAILURES.entries()) {
  const title = `a claim that fails with ${failure} is reported, and trying again recovers`;
  test(title, place === 0 ? {} : { tag: '@long' }, async ({ allowErrors, page }) => {
    allowErrors(/Failed to load resource.*send-magic-link/);
    await mockResponse(page, '**/api/send-magic-link', response);
    await page.goto('/create?handle=claim-after-a-failure');
    await page.getByRole('button', { name: 'Grab It!' }).click();
    const email = page.getByRole('textbox', { name: 'Your email' });
    const submit = page.getByRole('button', { name: 'Send link' });
    await email.fill('nobody.account.example');
    await expect(submit).toBeDisabled();
    await email.fill('claimant@account.example');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible();
    await page.unroute('**/api/send-magic-link');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(email).toHaveValue('claimant@account.example');
    await submit.click();
    await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible();
  });
}

test('a refused sign-in link always shows the same message', { tag: '@long' }, async ({ allowErrors, page }) => {
  allowErrors(/Failed to load resource.*send-login-magic-link/);
  await mockResponse(page, '**/api/send-login-magic-link', { status: 429, json: { message: 'Wait a while.' } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody@account.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Failed to send magic link. Please try again.');
});

test('an unknown session shows a spinner, then an error, and recovers', async ({ allowErrors, page }) => {
  // Without its database the server sends a document without session data, and the browser requests it.
  await page.route('**/app/manage', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<script type="application\/json" id="user">.*?<\/script>/, '');
    await route.fulfill({ response, body: html.replace(/(<div id="root">).*(<\/div><\/body>)/s, '$1$2') });
  });
  // The emptied document causes a hydration warning, and the failed call an error.
  allowErrors(/Minified React error #418/, /status of 500 .*api\/user/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/user', async (route) => {
    await released;
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

test('a screen that fails to load is reported with a button to reload', { tag: '@long' }, async ({
  allowErrors,
  page,
}) => {
  allowErrors(/ERR_FAILED .*privacy-page/, /Failed to fetch dynamically imported module/);
  await page.route('**/assets/privacy-page*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/privacy-page*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
});
