import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { dropSession, signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
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
  await dialog.getByRole('button', { name: 'Go on as second-of-two-accounts@account.example' }).click();
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

test('settings of two tabs are merged by field, and both versions of the same field are shown', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 412/);
  // The other tab must act after the requests of this one have finished.
  const settled = watchRequests(page);
  const id = await signedInWith(app, page, 'settings-of-two-tabs');
  const saveInOtherTab = (data: object) =>
    page.request.patch(`/api/handles/${id}`, { headers: { origin: app.url }, data });
  const stored = async () => (await page.request.get(`/api/handles/${id}`)).json();
  const bio = page.getByRole('textbox', { name: 'Bio' });
  const save = page.getByRole('button', { name: 'Save All Changes' });
  await page.goto('/app/manage-handle/settings-of-two-tabs');
  await expect(bio).toBeVisible();
  await settled();
  await saveInOtherTab({ displayName: 'Of the other tab' });
  await bio.fill('Of this tab');
  await save.click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Display Name' })).toHaveValue('Of the other tab');
  await expect.poll(stored).toMatchObject({ displayName: 'Of the other tab', bio: 'Of this tab' });

  await settled();
  await saveInOtherTab({ bio: 'Theirs', displayName: 'Also theirs' });
  await bio.fill('Mine');
  await save.click();
  await expect(versions(page)).toContainText('Stored nowTheirsYoursMine');
  await versions(page).getByRole('button', { name: 'Keep mine' }).click();
  // The text of the previous save may still be shown.
  await expect.poll(stored).toMatchObject({ displayName: 'Also theirs', bio: 'Mine' });
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();

  await settled();
  await saveInOtherTab({ bio: 'Theirs again' });
  await bio.fill('Mine again');
  await page.getByRole('textbox', { name: 'Display Name' }).fill('Mine, too');
  await save.click();
  await versions(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(bio).toHaveValue('Theirs again');
  await expect.poll(stored).toMatchObject({ displayName: 'Mine, too', bio: 'Theirs again' });
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
});

test('rows and cards that were changed or removed in another tab are refetched after the failure', {
  tag: '@long',
}, async ({ allowErrors, app, page }) => {
  allowErrors(/status of (404|409)/);
  const id = await signedInWith(app, page, 'rows-of-two-tabs');
  await page.request.post('/api/email-forwarding', {
    headers: { origin: app.url },
    data: { handleId: id, forwardingEmail: 'rows@inbox.example' },
  });
  await page.goto('/app/manage-email');
  await expect(page.getByText('Pending Verification').first()).toBeVisible();
  await expect(page.getByText('Starts once verified')).toBeVisible();
  await page.request.post(linkIn(await nextMailTo(app, 'rows@inbox.example')), { headers: { origin: app.url } });
  await page.getByRole('button', { name: /Click to resend the mail/ }).click();
  await expect(page.getByText('This address is already verified.')).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByText('Pending Verification')).toHaveCount(0);
  await expect(page.getByText('Forwarding is on')).toBeVisible();

  const [{ id: recordId }] = await (await page.request.get('/api/email-forwarding')).json();
  await page.request.delete(`/api/email-forwarding/${recordId}`, { headers: { origin: app.url } });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const failed = page.getByRole('dialog', { name: 'Oops! Something went wrong' });
  await expect(failed).toContainText('An error occurred while removing email forwarding.');
  await failed.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByRole('button', { name: 'Add Email' })).toBeVisible();

  await dropSession(page);
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  const terms = { name: 'Soon gone', price_yearly_usd_full: 10, price_yearly_usd_now: 5 };
  const made = await page.request.post('/api/admin/packages', { headers: { origin: app.url }, data: terms });
  await page.goto('/app/adm/prices');
  await page.getByRole('button', { name: 'Edit Soon gone' }).click();
  await page.request.delete(`/api/admin/packages/${(await made.json()).id}`, { headers: { origin: app.url } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Soon gone' })).toHaveCount(0);
});

test(
  'prices of two tabs are merged, and both versions of the same price are shown',
  LONG,
  async ({ allowErrors, app, page }) => {
    allowErrors(/status of 412/);
    // The other tab must act after the requests of this one have finished.
    const settled = watchRequests(page);
    await page.request.post('/api/dev-login', { headers: { origin: app.url } });
    const headers = { origin: app.url };
    const terms = { name: 'Of two tabs', price_yearly_usd_full: 10, price_yearly_usd_now: 5 };
    const { id } = await (await page.request.post('/api/admin/packages', { headers, data: terms })).json();
    const saveInOtherTab = (data: object) => page.request.put(`/api/admin/packages/${id}`, { headers, data });
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Of two tabs' }) });
    await page.goto('/app/adm/prices');
    const change = async (label: string, price: string) => {
      await page.getByRole('button', { name: 'Edit Of two tabs' }).click();
      await page.getByLabel(label).fill(price);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await expect(card).toBeVisible();
    await settled();
    await saveInOtherTab({ ...terms, price_yearly_usd_full: 20 });
    await change('Current Price (USD/year)', '4');
    await expect(card).toContainText('Full Price$20/yearCurrent Price$4/year');
    await settled();
    await saveInOtherTab({ ...terms, price_yearly_usd_full: 30 });
    await change('Full Price (USD/year)', '40');
    await expect(versions(page)).toContainText('Full Price (USD/year)Stored now$30Yours$40');
    await versions(page).getByRole('button', { name: 'Keep mine' }).click();
    await expect(card).toContainText('Full Price$40/yearCurrent Price$5/year');
    await page.request.delete(`/api/admin/packages/${id}`, { headers });
  },
);

test('the address dialog describes where mail goes and announces only mails that are sent', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 412/);
  // The other tab must act after the requests of this one have finished.
  const settled = watchRequests(page);
  const id = await signedInWith(app, page, 'true-texts-only');
  await verifyInbox(app, page, id, 'one@real.example');
  await page.goto('/app/manage-email');
  const dialog = page.getByRole('dialog', { name: 'Change Email Magic' });
  const expectDialog = async (text: string) => {
    await expect(page.getByRole('dialog').filter({ hasText: text })).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const change = async (email: string) => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Send Verification' }).click();
  };
  await change('one@real.example');
  await expectDialog('Mail already goes to this address.');
  await change('two@real.example');
  await expectDialog('Email forwarding updated! Check your new email for the verification link.');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toContainText('goes on to one@real.example until the new address is verified.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await change('one@real.example');
  await expectDialog('there is nothing to confirm');
  await settled();

  await page.request.post('/api/email-forwarding', {
    headers: { origin: app.url },
    data: { handleId: id, forwardingEmail: 'theirs@real.example' },
  });
  await change('mine@real.example');
  await expect(versions(page)).toContainText('theirs@real.example');
  await versions(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectDialog('Email forwarding updated!');
  await expect(page.getByText('mine@real.example').first()).toBeVisible();
});
