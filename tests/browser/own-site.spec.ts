import { expect } from '@playwright/test';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY } from '../../contract/time.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signInAsAdmin } from '../support/browser/sign-in.ts';
import { linkIn, nextLinkMailTo } from '../support/mail/outbox.ts';

const HANDLE = 'the-oarsman-of-eight';
const IMPRINT = '# Imprint\n\n{{site}}, Harbour Street 1, https://{{host}}/\n\n## Contact\n\n- {{contact}}\n';
const OWN = {
  ...STANDARD_SITE,
  name: 'Rowing Club Seeblick',
  accent: ['#0b6e4f', '#2a9d8f'],
  claims: { mode: 'approval' },
  imprint: IMPRINT,
};

test('an administrator invites and decides claims, and a visitor opens the invitation and the imprint', async ({
  app,
  browser,
  page,
}) => {
  const headers = { origin: app.url };
  await signInAsAdmin(app, page);
  const visitor = await browser.newPage({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  try {
    expect((await page.request.put('/api/admin/site', { data: OWN, headers })).status()).toBe(200);
    const email = 'oarsman@inbox.example';
    await page.request.post('/api/send-magic-link', { headers, data: { email, handle: HANDLE } });
    await visitor.goto(linkIn(await nextLinkMailTo(app, email)));
    await visitor.getByRole('main').getByRole('button').first().click();
    await expect(visitor.getByRole('main')).toContainText('decide');
    await expectAccessible(visitor, 'a claim that waits');

    await page.goto('/app/adm?tab=claims');
    await page.getByRole('button', { name: 'Create invitation' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'admin: new invitation');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const until = new Date(Date.now() + 7 * DAY).toISOString();
    const made = await page.request.post('/api/admin/invitations', { headers, data: { uses: 3, until } });
    const { url } = await made.json();
    await page.reload();
    await expect(page.getByText('0 of 3').first()).toBeVisible();
    await expectAccessible(page, 'admin: claims');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'admin: claims on a phone');
    await page
      .getByRole('row', { name: new RegExp(HANDLE) })
      .getByRole('button', { name: /Approve/ })
      .press('Enter');
    await expect(page.getByRole('row', { name: new RegExp(HANDLE) })).toHaveCount(0);

    await visitor.goto(new URL(url).pathname + new URL(url).search);
    await expect(visitor.getByText('You are invited.')).toBeVisible();
    await expectAccessible(visitor, 'claim page with an invitation');
    await visitor.goto('/imprint');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Imprint');
    await expect(visitor.getByRole('main')).toContainText('Rowing Club Seeblick, Harbour Street 1');
    await expectAccessible(visitor, 'imprint');
  } finally {
    // The other tests of this server expect the standard site.
    await page.request.put('/api/admin/site', { data: STANDARD_SITE, headers });
    await visitor.close();
  }
});
