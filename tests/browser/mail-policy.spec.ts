import { expect } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

test('mail rules are saved: blocked senders, allowed lists, mail while forwarding is off, subjects', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED .*policy/, /status of 404 .*policy-rules/, /dynamically imported module/);
  const id = await signedInWith(app, page, 'what-may-come-in');
  await verifyInbox(app, page, id, 'policies@real.example');
  const code = '**/assets/policy-rules*';
  await mockResponse(page, code, { status: 404 });
  await page.goto(`/app/manage-email?handleId=${id}`);

  // The rules are downloaded when the browser is idle or they come near the viewport.
  const rules = page.getByRole('region', { name: 'Mail rules' });
  await rules.scrollIntoViewIfNeeded();
  await expect(rules.getByText('This part could not be loaded.')).toBeVisible();
  await page.unroute(code);
  await rules.getByRole('button', { name: 'Try Again' }).click();

  const field = page.getByRole('textbox', { name: 'Address or domain to block' });
  await field.fill('no@@address.example');
  await field.press('Enter');
  await expect(page.getByText('Not an address or a domain: no@@address.example.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('');
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Spam@Shop.example\n@ads.example\r\nnews.example');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await field.press('Enter');
  const blocked = page.getByRole('list', { name: 'Blocked' }).getByRole('listitem');
  await expect(blocked).toHaveText(['@ads.example', '@news.example', 'spam@shop.example']);
  await page.getByRole('button', { name: 'Unblock @news.example' }).click();

  const lists = page.getByRole('textbox', { name: 'List-Id or domain of a mailing list' });
  await lists.fill('no list');
  await lists.press('Enter');
  await expect(page.getByText('This is not a List-Id or a domain: no')).toBeVisible();
  await expect(lists).toBeFocused();
  await lists.fill('List-Id: Team <team.lists.example.org>');
  await lists.press('Enter');
  const allowed = page.getByRole('list', { name: 'Allowed lists' }).getByRole('listitem');
  await lists.fill('news@lists.example.com');
  await lists.press('Enter');
  await expect(allowed).toHaveText(['news.lists.example.com', 'team.lists.example.org']);
  await page.getByRole('button', { name: 'Remove news.lists.example.com' }).click();

  await page.getByRole('radio', { name: /^Refuse it/ }).press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Accept and discard it/ })).toBeChecked();
  const subjects = page.getByRole('switch', { name: /Keep the subjects/ });
  await expect(subjects).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('keepSubjects') === true);
  await subjects.click();
  await saved;
  await page.reload();
  await expect(blocked).toHaveText(['@ads.example', 'spam@shop.example']);
  await expect(allowed).toHaveText(['team.lists.example.org']);
  await expect(page.getByRole('radio', { name: /^Accept and discard/ })).toBeChecked();
  await expect(subjects).toBeChecked();

  // A change that fails is rolled back.
  await mockResponse(page, '**/policy', 'nothing');
  await subjects.click();
  await expect(page.getByText('That could not be saved. Please try again.').first()).toBeVisible();
  await expect(subjects).toBeChecked();
});

test('a second inbox is validated, added, verified by a resent mail, and removed', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 4\d\d .*policy/);
  const id = await signedInWith(app, page, 'a-second-inbox');
  await verifyInbox(app, page, id, 'first-of-two@real.example');
  await page.goto(`/app/manage-email?handleId=${id}`);
  const part = page.getByRole('region', { name: 'Second inbox' });
  const field = part.getByRole('textbox');
  for (const [typed, message] of [
    ['not an address', 'Please enter a valid email address'],
    ['first-of-two@real.example', 'This is the first inbox already.'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(part.getByText(message)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill('second-of-two@real.example');
  await pressAgain(page, field, '**/policy');
  await expect(part.getByText('Pending Verification')).toBeVisible();
  await nextMailTo(app, 'second-of-two@real.example');
  await part.getByRole('button', { name: 'Send the mail again' }).click();
  await page.goto(linkIn(await nextMailTo(app, 'second-of-two@real.example', 2)));
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByText('The second inbox is ready.')).toBeVisible();
  await page.goto(`/app/manage-email?handleId=${id}`);
  await expect(part.getByText('Verified', { exact: true })).toBeVisible();
  await part.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(field).toBeVisible();
  await expect(part.getByText('second-of-two@real.example')).toHaveCount(0);
});
