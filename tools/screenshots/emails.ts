import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { htmlPart } from '../../server/emails/shared/layout/html-part.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { type EmailSample, emailSamples, HOSTILE_NAMES, LONG_NAMES } from '../../tests/support/mail/email-samples.ts';
import { SAMPLE_SITE } from '../../tests/support/pages/sample-site.ts';
import { newDataDir } from '../../tests/support/server/data-dir.ts';

/** A phone, and the reading pane of a mail program. */
const WIDTHS = [390, 600];
const THEMES = ['light', 'dark'] as const;

/** The emails that are also shown with hostile and long names. */
const WITH_UNUSUAL_NAMES = ['claim', 'verify-forwarding', 'passkeys-removed', 'team-invitation', 'receipt'];

/** Composes a sample of every email, with rows in a separate database. */
export async function composeEmails(): Promise<EmailSample[]> {
  const dataDir = newDataDir('emails');
  const log = { info() {}, warn: console.error, error: console.error };
  const embedded = await startEmbedded({ dataDir, durable: false, log });
  const pool = openPool(embedded.connectionString);
  try {
    await migrate(embedded.connectionString);
    const db = openDatabase(pool);
    const samples = await emailSamples(db, { handle: 'ada', name: 'Work laptop', person: 'charles' });
    for (const [names, input] of [['hostile', HOSTILE_NAMES] as const, ['long', LONG_NAMES] as const]) {
      const unusual = (await emailSamples(db, input)).filter(({ name }) => WITH_UNUSUAL_NAMES.includes(name));
      samples.push(...unusual.map((sample) => ({ ...sample, name: `${sample.name}-${names}` })));
    }
    return samples;
  } finally {
    await pool.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Takes screenshots of an email at two widths in both themes. */
export async function captureEmail(browser: Browser, { name, email }: EmailSample, folder: string): Promise<void> {
  if ('text' in email) return;
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const page = await browser.newPage({
        viewport: { width, height: 500 },
        deviceScaleFactor: 2,
        colorScheme: theme,
      });
      await page.setContent(htmlPart(email, SAMPLE_SITE));
      await page.screenshot({ path: join(folder, `email-${name}-${width}-${theme}.png`), fullPage: true });
      await page.close();
    }
  }
}
