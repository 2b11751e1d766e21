import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWithPlus } from '../support/browser/plus-handle.ts';
import { signedIn } from '../support/seeds/owner.ts';
import { seed } from '../support/seeds/seed.ts';
import { seedContacts, seedSender } from '../support/seeds/sending.ts';

test('the reply mode is saved, and contacts are added, found, blocked and deleted', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED .*reply-mode/, /status of 4\d\d .*contacts/);
  const id = await signedInWithPlus(app, page, 'replies', 'replies-to@real.example');
  await page.goto(`/app/manage-email?handleId=${id}&tab=replies`);
  const passThrough = page.getByRole('radio', { name: /^Pass mail through unchanged/ });
  const reply = page.getByRole('radio', { name: /^Reply from the handle/ });
  const allow = page.getByRole('switch', { name: /inbox’s address/ });
  await expect(passThrough).toBeChecked();
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  let done = saved();
  await passThrough.press('ArrowDown');
  await expect(reply).toBeChecked();
  await done;
  done = saved();
  await allow.click();
  await done;
  await page.reload();
  await expect(reply).toBeChecked();
  await expect(allow).toBeChecked();
  // A change that fails is rolled back.
  await mockResponse(page, '**/reply-mode', 'nothing');
  await passThrough.check({ force: true }).catch(() => {});
  await expect(page.getByText('That did not work. Please try again.').first()).toBeVisible();
  await expect(reply).toBeChecked();
  await page.unroute('**/reply-mode');

  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const add = async (address: string, name: string) => {
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(address);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Add contact' }).click();
  };
  await add('no address', 'Alice');
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Email address' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('alice@shop.example');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Write to this address' })).toBeVisible();
  const writeTo = (await dialog.getByText(/^[^ ]+@localhost$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await add('bob@yard.example', '');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Alice' })).toContainText(writeTo);

  await page.getByRole('searchbox', { name: 'Find a contact' }).fill('ALICE');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Block alice@shop.example' }).click();
  await expect(rows.getByText('Blocked')).toBeVisible();
  await expect(rows.getByText(writeTo)).toHaveCount(0);
  // A press that follows immediately counts as the second one of a double click.
  await expect(async () => {
    await rows.getByRole('button', { name: 'Unblock alice@shop.example' }).click({ timeout: 1000 });
    await expect(rows.getByText('Blocked')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(rows.getByText(writeTo)).toBeVisible();
  await page.getByRole('searchbox').fill('nobody like this');
  await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Delete bob@yard.example' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.locator('main, main *').and(page.locator(':focus'))).toHaveCount(1);
});

test('the dialog for the first inbox explains what a reply shows, and replies come from the handle unless another way is chosen', async ({
  app,
  page,
}) => {
  const id = await signedInWithPlus(app, page, 'firstly', 'firstly-to@real.example');
  const forwarding = async () => (await (await page.request.get('/api/email-forwarding')).json())[0];
  const removeInbox = async () =>
    page.request.delete(`/api/email-forwarding/${(await forwarding()).id}`, { headers: { origin: app.url } });
  const mode = async () => (await (await page.request.get(`/api/handles/${id}/reply-mode`)).json()).mode;
  await removeInbox();
  const dialog = page.getByRole('dialog');
  const addInbox = async (email: string) => {
    await page.goto(`/app/manage-email?handleId=${id}`);
    await page.getByRole('button', { name: 'Add Email' }).click();
    await dialog.getByRole('textbox', { name: 'Your real email' }).fill(email);
    await expect(dialog.getByRole('radio', { name: /^Reply from the handle/ })).toBeChecked();
  };
  const saved = async () => {
    await dialog.getByRole('button', { name: 'Send Verification' }).click();
    await dialog.getByRole('button', { name: 'Got it' }).click();
  };
  expect(await mode()).toBe('pass-through');
  await addInbox('first@real.example');
  await expectAccessible(page, 'the first inbox of a paid handle');
  await dialog.getByText('Pass mail through unchanged').click();
  await expect(dialog).toContainText('An ordinary reply shows this inbox');
  await saved();
  expect(await mode()).toBe('pass-through');
  await removeInbox();
  await addInbox('second@real.example');
  await saved();
  expect(await mode()).toBe('reply');
  expect((await forwarding()).forwarding_email).toBe('second@real.example');
});

test('contacts of long names, further pages and failures pass axe and fit 320 px', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 503/);
  const { handleId: id } = await signedIn(app, page, (db) => seedSender(db, 'contacts'));
  await page.setViewportSize({ width: 320, height: 640 });
  const replies = `/app/manage-email?handleId=${id}&tab=replies`;
  await page.goto(replies);
  await expect(page.getByText('Special Offers')).toBeVisible();
  await expectAccessible(page, 'replies and contacts');
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await expectAccessible(page, 'the dialog of a new contact');
  await page.keyboard.press('Escape');

  await seed(app, (db) => seedContacts(db, id, 60));
  await page.reload();
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  await expect(rows).toHaveCount(30);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(rows.nth(30)).toBeFocused();

  await mockResponse(page, '**/contacts?*', { status: 503, body: 'no JSON' });
  await page.getByRole('searchbox').fill('someone');
  await page.reload();
  await expect(page.getByText('We could not load the contacts of this handle. Please try again.')).toBeVisible();
  await mockResponse(page, '**/reply-mode', { status: 503, body: 'no JSON' });
  await page.reload();
  await expect(page.getByText('We could not load how replies of this handle work. Please try again.')).toBeVisible();
});
