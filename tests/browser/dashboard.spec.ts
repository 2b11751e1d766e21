import { expect } from '@playwright/test';
import { claimMany } from '../support/browser/claim-many.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { nextMailTo } from '../support/mail/outbox.ts';

const FAILED = 'Handle loading mission failed! The servers are being dramatic. Try again!';

test('a single handle is open, needs two calls besides those for invitations and the first run, and links to all screens', async ({
  app,
  page,
}) => {
  const handle = 'dashboard-of-one';
  const id = await signedInWith(app, page, handle);
  const change = (data: object) => page.request.patch(`/api/handles/${id}`, { headers: { origin: app.url }, data });
  await change({
    socialLinks: [
      { platform: 'github', username: 'ada' },
      { platform: 'twitter', username: 'ada' },
      { platform: 'x', username: 'ada', isActive: false },
    ],
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') requested.push(new URL(request.url()).pathname);
  });
  await page.goto('/app/manage');
  await expect(page.getByRole('heading', { level: 1, name: 'Handle Command Center' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Epic Handle' })).toHaveAttribute('href', '/create');
  await expect(page.getByText('One handle.')).toBeVisible();
  await expect(page.getByText(`${new URL(app.url).host}/${handle}`)).toBeVisible();
  await expect(page.getByText('Free', { exact: true })).toBeVisible();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  // The small view of the page sends its request once its code has arrived.
  await expect
    .poll(() => requested.toSorted())
    .toEqual(['/api/first-run', '/api/handle-figures', '/api/handles', '/api/invitations', `/api/profile/${handle}`]);

  const main = page.getByRole('main');
  const targets = {
    'View Live Profile': `/${handle}`,
    'Manage Email Forwarding': `/app/manage-email?handleId=${id}`,
    'Manage links': '/app/manage-social',
    Details: `/app/manage-handle/${handle}`,
    Look: '/app/manage-appearance',
    Team: '/app/manage-team',
    Analytics: '/app/analytics',
    Account: '/app/profile-settings',
  };
  for (const [name, href] of Object.entries(targets)) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(main.getByText('2 active')).toBeVisible();
  await expect(main.getByRole('link', { name: 'GitHub ada' })).toHaveAttribute('href', 'https://github.com/ada');
  await expect(main.getByRole('link', { name: 'X (twitter.com) ada' })).toHaveAttribute('target', '_blank');

  // The status of forwarding, as stated by the handle.
  await change({ forwardingEmail: 'ada@real.example', emailForwarding: true });
  await page.reload();
  await expect(main.getByText('Pending Verification')).toBeVisible();
  await nextMailTo(app, 'ada@real.example');
  const show = (some: object) => async () => {
    const [item] = await (await page.request.get('/api/handles')).json();
    await mockResponse(page, '**/api/handles?*', { json: [{ ...item, ...some }] });
    await page.reload();
  };
  await show({ forwardingStatus: 'verified' })();
  await expect(main.getByText('Active', { exact: true })).toHaveCount(2);
  await show({ forwardingStatus: 'verified', emailForwarding: false })();
  await expect(main.getByText('Disabled', { exact: true })).toBeVisible();
});

test('the address of a page can be copied and shared, and a page that is switched off has a preview', async ({
  app,
  page,
}) => {
  const handle = 'copied-and-shared';
  const id = await signedInWith(app, page, handle);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      (window as { shared?: unknown }).shared = data;
    };
  });
  await page.goto('/app/manage');
  const address = `${app.url}/${handle}`;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: `Copy the link of ${handle}` }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  await expect.poll(clipboard).toBe(address);
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const share = page.getByRole('button', { name: `Share ${handle}` });
  await share.click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.poll(clipboard).toBe(address);
  await page.getByRole('button', { name: 'Share with...' }).click();
  await expect.poll(() => page.evaluate(() => (window as { shared?: unknown }).shared)).toEqual({ url: address });

  await page.request.patch(`/api/handles/${id}`, { headers: { origin: app.url }, data: { profilePage: false } });
  await page.reload();
  await expect(page.getByRole('link', { name: 'View Live Profile' })).toHaveCount(0);
  await page.getByRole('link', { name: `Preview Page of ${handle}` }).click();
  await expect(page.getByRole('img', { name: new RegExp(`^Preview of .*/${handle}`) })).toBeVisible();
  await page.getByRole('link', { name: 'Switch it on' }).click();
  await expect(page.getByRole('switch', { name: 'Profile Page' })).not.toBeChecked();
});

test('the dashboard pages and searches 500 handles, and the menu links to the first one', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED/);
  await signedInWith(app, page, 'five-hundred-first');
  await claimMany(app, 'five-hundred-first@account.example', 'one-of-many', 499);
  await page.goto('/app/manage');
  const rows = page.getByRole('main').getByRole('heading', { level: 2, name: /five-hundred-first|one-of-many/ });
  await expect(rows).toHaveCount(20);
  await expect(page.getByText('Your first 20 handles, with more to come.')).toBeVisible();

  // Pressing the button moves the focus to the first new row.
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await expect(rows).toHaveCount(40);
  await expect(page.getByRole('main').locator('ul.grid > li').nth(20)).toBeFocused();
  // Scrolling near the end loads more, and a failure can be retried.
  await mockResponse(page, '**/api/handles?*', 'nothing');
  await more.scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  await expect(rows).toHaveCount(40);
  await page.unroute('**/api/handles?*');
  await more.click();
  await expect(rows).toHaveCount(60);

  // A handle that is not on a loaded page.
  await page.getByRole('searchbox', { name: 'Find a handle' }).fill('many-487');
  await expect(page.getByText('One handle found.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Manage links' })).toHaveAttribute(
    'href',
    '/app/manage-social?handle=one-of-many-487',
  );
  await page.getByRole('searchbox', { name: 'Find a handle' }).fill('one-of-many');
  await expect(page.getByText(/^499 handles found, the first 20 shown/)).toBeVisible();
  await expect(rows).toHaveCount(20);

  const nextPage = page.waitForRequest('**/api/handles?limit=2');
  await page.getByRole('button', { name: /account menu/ }).click();
  await nextPage;
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/five-hundred-first');

  await page.goto('/app/manage-email');
  await expect(page.getByRole('button', { name: 'Add Email' })).toHaveCount(20);
  await page.getByRole('searchbox', { name: 'Find a handle' }).fill('many-488');
  await expect(page.getByRole('button', { name: 'Add Email' })).toHaveCount(1);

  await page.goto('/app/manage-social');
  await page.getByRole('button', { name: /^Handle: five-hundred-first/ }).click();
  await page.getByRole('searchbox', { name: 'Find a handle' }).fill('many-499');
  await expect(page.getByText('No handles match your search.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a handle' }).fill('many-498');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Handle: one-of-many-498/ })).toBeFocused();
  await expect(page).toHaveURL(/\/app\/manage-social\?handle=one-of-many-498$/);
});
