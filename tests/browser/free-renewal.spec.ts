import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

test('a handle of a plan with a price of zero can be claimed by an emailed link and renewed without a payment', async ({
  app,
  browser,
  page,
}) => {
  const admin = await browser.newContext({ baseURL: app.url, extraHTTPHeaders: { origin: app.url } });
  expect((await admin.request.post('/api/dev-login')).ok()).toBe(true);
  const packages: { id: number; name: string; price_yearly_usd_now: number }[] = await (
    await admin.request.get('/api/admin/packages')
  ).json();
  const deluxe = packages.find(({ name }) => name === 'Deluxe');
  const setPrice = async (now: number) => {
    const data = { name: 'Deluxe', price_yearly_usd_full: 99.99, price_yearly_usd_now: now };
    expect((await admin.request.put(`/api/admin/packages/${deluxe?.id}`, { data })).ok()).toBe(true);
  };
  await setPrice(0);
  try {
    await page.goto('/create?handle=gift');
    await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
    await page.getByRole('textbox', { name: 'Your email' }).fill('gift@claims.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
    await page.goto(linkIn(await nextMailTo(app, 'gift@claims.example')));
    await page.getByRole('main').getByRole('button').click();
    await expect(page).toHaveURL(`${app.url}/app/manage`);

    const [{ paidUntil }] = await (await page.request.get('/api/handles')).json();
    const year = new Date(paidUntil).getUTCFullYear();
    await page.getByRole('button', { name: 'Renew gift' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(new RegExp(`^It costs nothing at the moment.* ${year + 1}\\.$`))).toBeVisible();
    await dialog.getByRole('button', { name: 'Renew for $0' }).click();
    await expect(dialog.getByRole('heading', { name: 'Renewed!' })).toBeVisible();
    await expect(dialog.getByText('Nothing was charged.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(new RegExp(`^Paid until .* ${year + 1}\\.$`))).toBeVisible();
  } finally {
    await setPrice(deluxe?.price_yearly_usd_now ?? 49.99);
    await admin.close();
  }
});
