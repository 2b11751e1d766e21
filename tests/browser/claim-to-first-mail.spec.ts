import { expect, type Page } from '@playwright/test';
import { createTransport } from 'nodemailer';
import { test } from '../support/browser/fixtures.ts';
import { linkIn, mailsTo, nextMailTo } from '../support/mail/outbox.ts';

for (const [width, details] of [
  [390, {}],
  [1280, { tag: '@long' }],
] as const) {
  const title = `a user can claim a handle, open its page, verify an inbox and receive a mail in it (${width} px)`;
  test(title, details, async ({ app, page }) => {
    const handle = `main-job-at-${width}px`;
    const owner = `owner${width}@account.example`;
    const inbox = `inbox${width}@real.example`;
    await page.setViewportSize({ width, height: 844 });

    // Claim
    await page.goto('/create');
    const field = page.getByRole('textbox', { name: /handle/i });
    await field.fill(`Main-Job-At-${width}px!`);
    await expect(field).toHaveValue(handle);
    await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
    await expect(page.getByText(`${handle}@localhost`).first()).toBeVisible();
    await page.getByRole('button', { name: 'Grab It!' }).click();
    await page.getByRole('textbox', { name: 'Your email' }).fill(owner);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await followMailedLink(page, linkIn(await nextMailTo(app, owner)), [handle, owner]);
    await expect(page).toHaveURL(`${app.url}/app/manage`);
    await expect(page.getByRole('heading', { name: new RegExp(handle) })).toBeVisible();

    // The public page, whose address is shown once mail to it is accepted
    const [profile] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /View Live Profile/ }).click(),
    ]);
    await expect(profile).toHaveURL(`${app.url}/${handle}`);
    await expect(profile.getByText(new RegExp(`/${handle}$`))).toBeVisible();
    const address = profile.getByRole('link', { name: `${handle}@localhost` });
    await expect(address).toHaveCount(0);

    // The inbox
    await page.getByRole('link', { name: 'Manage Email Forwarding' }).click();
    await page.getByRole('button', { name: 'Add Email' }).click();
    await page.getByRole('textbox', { name: 'Your real email' }).fill(inbox);
    await page.getByRole('button', { name: 'Send Verification' }).click();
    await expect(page.getByText('Check your email for the verification link to activate the magic!')).toBeVisible();
    await page.getByRole('dialog').getByRole('button').first().click();
    await expect(page.getByText('Pending Verification')).toBeVisible();
    await followMailedLink(page, linkIn(await nextMailTo(app, inbox)), [`${handle}@localhost`, inbox]);
    await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
    await profile.reload();
    await expect(address).toHaveAttribute('href', `mailto:${handle}@localhost`);
    await profile.close();
    await page
      .getByRole('link', { name: 'Go to Dashboard' })
      .or(page.getByRole('button', { name: 'Go to Dashboard' }))
      .click();
    await expect(page).toHaveURL(`${app.url}/app/manage`);
    await expect(page.getByText('Active').first()).toBeVisible();

    // A mail from an SMTP client
    const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, tls: { rejectUnauthorized: false } });
    const subject = `Hello at ${width} px`;
    const sent = await client.sendMail({
      from: 'Friend <friend@elsewhere.example>',
      to: `${handle}@localhost`,
      subject,
      text: 'It works.\r\n.leading dot\r\n',
    });
    expect(sent.response).toMatch(/^250 /);
    const received = await nextMailTo(app, inbox, 2);
    expect(received.subject).toBe(subject);
    expect(received.from?.address).toBe('friend@elsewhere.example');
    expect(received.text).toContain('.leading dot');
    expect(received.envelope.from).toMatch(/^srs[0t]=.+@localhost$/);
    expect(await mailsTo(app, inbox)).toHaveLength(2);

    // The dashboard of a new user
    await page.goto('/dev/outbox');
    await page.getByRole('link', { name: new RegExp(subject) }).click();
    await expect(page.getByText('It works.').first()).toBeVisible();
  });
}

/** Follows a mailed link: its page names the affected handle and address, and one button confirms. */
async function followMailedLink(page: Page, link: string, names: string[]): Promise<void> {
  await page.goto(link);
  for (const name of names) await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('main').getByRole('button').click();
}
