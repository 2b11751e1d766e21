import { expect } from '@playwright/test';
import { pathOf } from '../../contract/call.ts';
import { getForwardings } from '../../contract/forwarding/forwarding.ts';
import { pages } from '../../contract/paths.ts';
import { teamPages } from '../../contract/teams/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { nextMailTo } from '../support/mail/outbox.ts';

test('the address of the account becomes the inbox with one click, and a handle that was given up can be kept', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 404/);
  const handle = 'given-up-for-now';
  const email = `${handle}@account.example`;
  await signedInWith(app, page, handle);
  await page.goto(pages.manage());
  await page.getByRole('button', { name: `Forward to ${email}` }).click();
  await expect(page.getByText(`Mail to ${handle}@localhost reaches you.`)).toBeVisible();
  const [record] = await (await page.request.get(pathOf(getForwardings))).json();
  expect(record).toMatchObject({ active: 1, deliveringTo: email });

  await page.goto(`${teamPages.team()}?handle=${handle}`);
  await page.getByRole('link', { name: 'Hand over or give up' }).click();
  const section = page.getByRole('region', { name: 'Hand over or give up' });
  await expect(section).toBeInViewport();
  await expectAccessible(page, 'the details with the way to give up a handle');
  await section.getByRole('button', { name: `Give up ${handle}` }).click();
  const dialog = page.getByRole('dialog', { name: `Give up ${handle}?` });
  await expect(dialog).toContainText('After 7 days we delete it all');
  await expectAccessible(page, 'the dialog that gives up a handle');
  await dialog.getByRole('button', { name: 'Give it up' }).click();
  await expect(section.getByRole('heading', { name: 'You gave it up' })).toBeVisible();
  expect((await nextMailTo(app, email, 2)).text).toContain('you can keep the handle');
  expect((await page.request.get(pages.profile(handle))).status()).toBe(404);

  await page.goto(pages.manage());
  await expect(page.getByText('Given up')).toBeVisible();
  await page.getByRole('button', { name: `Keep it ${handle}` }).click();
  await expect(page.getByText('Given up')).toHaveCount(0);
  expect((await page.request.get(pages.profile(handle))).status()).toBe(200);
});
