import { rmSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { htmlPart } from '../../server/emails/shared/layout/html-part.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { colourViolations, violationsAgain } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { emailSamples, HOSTILE_NAMES, LONG_NAMES, type SampleInput } from '../support/mail/email-samples.ts';
import { nextMailTo } from '../support/mail/outbox.ts';
import { SAMPLE_SITE } from '../support/pages/sample-site.ts';
import { newDataDir } from '../support/server/data-dir.ts';

const ORDINARY = { handle: 'ada', name: 'Work laptop', person: 'charles' };
/** An email is shown inside the document of a mail program, which has the landmarks. */
const RULES_OF_DOCUMENTS = ['region', 'landmark-one-main'];

/** The HTML part of every email. */
async function allEmails(inputs: SampleInput[]): Promise<{ name: string; html: string }[]> {
  const dataDir = newDataDir('emails');
  const embedded = await startEmbedded({ dataDir, durable: false, log: { info() {}, warn() {}, error() {} } });
  const pool = openPool(embedded.connectionString);
  try {
    await migrate(embedded.connectionString);
    const samples = [];
    for (const input of inputs) samples.push(...(await emailSamples(openDatabase(pool), input)));
    return samples.flatMap(({ name, email }) =>
      'text' in email ? [] : [{ name: `${name} to ${email.to}`, html: htmlPart(email, SAMPLE_SITE) }],
    );
  } finally {
    await pool.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Checks these emails with axe in both themes, and that they load nothing. */
async function expectAccessibleEmails(page: Page, emails: { name: string; html: string }[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const found: string[] = [];
  const rules = Object.fromEntries(RULES_OF_DOCUMENTS.map((rule) => [rule, { enabled: false }]));
  // Loads axe; the document of an email replaces this one, and keeps its window.
  await new AxeBuilder({ page }).setLegacyMode().analyze();
  for (const { name, html } of emails) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setContent(html);
    found.push(...(await violationsAgain(page, { rules })).map((violation) => `${name}: ${violation}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await colourViolations(page)).map((violation) => `${name}, dark: ${violation}`));
  }
  expect(found).toEqual([]);
  expect(requests).toEqual([]);
}

/** Checks that these emails fit a small phone. */
async function expectNarrowEmails(page: Page, emails: { name: string; html: string }[]): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide: string[] = [];
  for (const { name, html } of emails) {
    await page.setContent(html);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) tooWide.push(name);
  }
  expect(tooWide).toEqual([]);
}

test('every email fits 320 px with long names, and a sample passes axe in both themes', async ({ page }) => {
  const emails = await allEmails([LONG_NAMES]);
  await expectNarrowEmails(page, emails);
  // All emails have one layout.
  await expectAccessibleEmails(
    page,
    emails.filter((_, place) => place % 8 === 0),
  );
});

test('every email passes axe in both themes and loads nothing', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  await expectAccessibleEmails(page, await allEmails([ORDINARY]));
});

test('every email fits 320 px, whatever the names in it', { tag: '@long' }, async ({ page }) => {
  await expectNarrowEmails(page, await allEmails([ORDINARY, HOSTILE_NAMES, LONG_NAMES]));
});

test('the outbox shows an email as mail programs do, and its button opens the link', async ({ app, page, context }) => {
  const to = 'letters@account.example';
  await page.request.post('/api/send-magic-link', { data: { email: to, handle: 'letters-with-a-face' } });
  const { id } = await nextMailTo(app, to);
  await page.goto(`/dev/outbox/${id}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Show as mail programs do' }).click();
  const shown = await opened;
  await expect(shown.getByRole('heading', { level: 1, name: 'Make it yours' })).toBeVisible();
  const button = shown.getByRole('link', { name: 'Claim letters-with-a-face' });
  await expect(shown.locator('td.np-button')).toHaveCSS('border-radius', '10px');
  await button.click();
  await expect(shown).toHaveURL(/\/link\//);
  await shown.getByRole('main').getByRole('button').click();
  await expect(shown).toHaveURL(`${app.url}/app/manage`);
});
