import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { pauseSending, signedInWithPlus } from '../support/browser/plus-handle.ts';
import { seedMailReports } from '../support/seeds/mail-reports.ts';
import { seed } from '../support/seeds/seed.ts';

test('an administrator resumes and pauses the sending of a handle, and reads reports about our mail', async ({
  app,
  browser,
  page,
}) => {
  const owner = await browser.newPage({ baseURL: app.url });
  const id = await signedInWithPlus(app, owner, 'paused-one', 'paused-one@inbox.example');
  await pauseSending(app, id, 'gone@elsewhere.example');
  await owner.close();
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });

  await page.goto('/app/adm?tab=sending');
  const row = page.getByRole('row', { name: /paused-one/ });
  await expect(row).toContainText('Paused: bounces');
  await expectAccessible(page, 'admin: sending');
  await row.getByRole('button', { name: /^Resume/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The list was cleaned.');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();

  const reports = await seed(app, (db) => seedMailReports(db, id));
  await page.getByRole('tab', { name: 'Mail Reports' }).click();
  await expect(page.getByRole('row', { name: /large-provider/ }).first()).toContainText('1,240');
  await expectAccessible(page, 'admin: mail reports');
  for (const [report, text] of [
    [reports.dmarc, '2001:db8:4711::25'],
    [reports.tls, 'CERT_HAS_EXPIRED'],
    [reports.feedback, 'Loop/2.1'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`Details of report ${report} `) }).click();
    await expect(page.getByRole('main')).toContainText(text);
    await expectAccessible(page, `admin: report of ${text}`);
    await page.goBack();
  }
});
