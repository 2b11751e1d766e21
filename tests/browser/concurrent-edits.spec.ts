import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

/** The tag of tests for a conflict on one more screen. */
const LONG = { tag: '@long' };
const link = (platform: string) => ({ platform, username: 'ada' });
const versions = (page: Page) => page.getByRole('dialog', { name: 'This was changed somewhere else' });

test('a form keeps its content while an ended session is renewed in another tab', async ({
  allowErrors,
  app,
  page,
  context,
}) => {
  allowErrors(/status of 401/);
  await signedInWith(app, page, 'stays-as-typed');
  await page.goto('/app/manage-handle/stays-as-typed');
  await page.getByRole('textbox', { name: 'Bio' }).fill('Typed before the session ended');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save All Changes' }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await expect(dialog).toContainText('stays-as-typed@account.example');
  await dialog.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(dialog.getByRole('heading', { name: 'Magic Link Sent!' })).toBeVisible();

  const other = await context.newPage();
  await other.goto(linkIn(await nextMailTo(app, 'stays-as-typed@account.example', 2)));
  await other.getByRole('main').getByRole('button').click();
  await expect(other).toHaveURL(`${app.url}/app/manage`);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Typed before the session ended');
  await page.getByRole('button', { name: 'Save All Changes' }).click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
});

test('a tab reports that another account has signed in, and switches to it on request', async ({
  app,
  page,
  context,
}) => {
  await signedInWith(app, page, 'first-of-two-accounts');
  await page.goto('/app/profile-settings');
  await expect(page.getByRole('checkbox')).toBeChecked();
  const other = await context.newPage();
  await signedInWith(app, other, 'second-of-two-accounts');
  await other.goto('/app/manage');
  const dialog = page.getByRole('dialog', { name: 'Another account is signed in' });
  await expect(dialog).toContainText('first-of-two-accounts@account.example');
  await dialog.getByRole('button', { name: 'Continue as second-of-two-accounts@account.example' }).click();
  await expect(page.getByRole('checkbox', { name: /second-of-two-accounts/ })).toBeChecked();
});

test('conflicting changes of links in two tabs are shown with a choice', LONG, async ({ allowErrors, app, page }) => {
  allowErrors(/status of 412/);
  // The other tab must act after the requests of this one have finished.
  const settled = watchRequests(page);
  const id = await signedInWith(app, page, 'links-of-two-tabs');
  const saveInOtherTab = (socialLinks: object[]) =>
    page.request.patch(`/api/handles/${id}`, { headers: { origin: app.url }, data: { socialLinks } });
  const stored = async () => {
    const { socialLinks } = await (await page.request.get(`/api/handles/${id}`)).json();
    return socialLinks.map(({ platform }: { platform: string }) => platform);
  };
  const add = async (platform: string) => {
    await page.getByRole('button', { name: `Add ${platform}`, exact: true }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill('ada');
    await page.getByRole('button', { name: 'Add Link' }).click();
  };
  await saveInOtherTab([link('github')]);
  await page.goto('/app/manage-social');
  await expect(page.getByRole('button', { name: 'Remove GitHub' })).toBeVisible();
  await saveInOtherTab([link('github'), link('facebook')]);
  await add('Twitch');
  await expect(versions(page).getByText('Facebook')).toBeVisible();
  await expect(versions(page).getByText('Twitch')).toBeVisible();
  expect(await stored()).toEqual(['github', 'facebook']);
  await versions(page).getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('Your links are live!').first()).toBeVisible();
  await expect.poll(stored).toEqual(['github', 'facebook', 'twitch']);

  await settled();
  await saveInOtherTab([link('reddit')]);
  await add('TikTok');
  await versions(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(stored).toEqual(['github', 'facebook', 'twitch', 'tiktok']);
  await settled();
  await saveInOtherTab([link('x')]);
  await page.getByRole('button', { name: 'Remove Twitch' }).click();
  await versions(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByRole('button', { name: 'Remove X' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove GitHub' })).toBeHidden();
  expect(await stored()).toEqual(['x']);
});
