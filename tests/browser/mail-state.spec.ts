import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimMany } from '../support/browser/claim-many.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import type { App } from '../support/server/app-process.ts';

/** A state: columns of the forwarding (null for none) and of the handle, the text of the row, and the fix. */
interface Row {
  forwarding: string | null;
  handle?: string;
  shows: [word: string, state: string | null];
  mend: string | null;
}

const WAITING = `address = null, address_key = null, pending_address = 'new@inbox.example', pending_key = 'new'`;

const ROWS: Row[] = [
  { forwarding: `refusals = 0`, shows: ['Active', null], mend: null },
  { forwarding: null, shows: ['Disabled', 'No inbox yet'], mend: 'Add an inbox' },
  { forwarding: WAITING, shows: ['Pending Verification', null], mend: 'Send the email again' },
  {
    forwarding: `${WAITING}, pending_refused_at = now(), pending_refusal = 'gone'`,
    shows: ['Pending Verification', 'Verification refused'],
    mend: 'Change the inbox',
  },
  {
    forwarding: `refusal = 'full', refusals = 3, refused_since = now()`,
    shows: ['Active', 'Inbox refuses mail'],
    mend: 'Change the inbox',
  },
  {
    forwarding: `paused_at = now(), pause_reason = 'inbox-stopped'`,
    shows: ['Active', 'Stopped by the inbox'],
    mend: 'Change the inbox',
  },
  { forwarding: 'is_active = false', shows: ['Disabled', 'Forwarding is off'], mend: 'Forward again' },
  { forwarding: 'refusals = 0', handle: `state = 'suspended'`, shows: ['Suspended', null], mend: 'Ask support' },
];

/** Signs in with a handle for each row and returns their names and ids. */
async function signInWithRows(app: App, page: Page, name: string): Promise<{ handle: string; id: number }[]> {
  await signedInWith(app, page, name);
  await claimMany(app, `${name}@account.example`, `${name}-n`, ROWS.length - 1);
  // The card of the first run would name what is due.
  await page.request.put('/api/first-run', { headers: { origin: app.url }, data: { state: 'ended' } });
  const handles: { handle: string; id: number }[] = await (await page.request.get('/api/handles')).json();
  await inDatabase(app, async (client) => {
    for (const [at, { forwarding, handle }] of ROWS.entries()) {
      const { id } = handles[at] ?? { id: 0 };
      if (forwarding !== null) {
        await client.query(
          `insert into forwardings (handle_id, address, address_key) values ($1::integer, 'a@inbox.example', 'key ' || $1)`,
          [id],
        );
        await client.query(`update forwardings set ${forwarding} where handle_id = $1`, [id]);
      }
      if (handle) await client.query(`update handles set ${handle} where id = $1`, [id]);
    }
  });
  return handles;
}

async function inDatabase(app: App, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

test('rows, cards and the Mail tab show the state of the mail in each state, and are green only if it works', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const handles = await signInWithRows(app, page, 'all-states-of-mail');
  await page.goto('/app/manage');
  const main = page.getByRole('main');
  for (const [at, { shows, mend }] of ROWS.entries()) {
    const name = handles[at]?.handle ?? '';
    const details = page.getByRole('button', { name: `Details of ${name}`, exact: true });
    const row = main.getByRole('listitem').filter({ has: details });
    const [word, state] = shows;
    await expect(row.getByText(word, { exact: true })).toBeVisible();
    if (state) await expect(row.getByText(state, { exact: true })).toBeVisible();
    expect(await row.locator('dd .text-success').count()).toBe(at === 0 ? 1 : 0);
    // By keyboard, because quick clicks on moving rows would count as a double click.
    await details.press('Enter');
    const link = row.getByRole('link', { name: `${mend} for ${name}` });
    await expect(link).toHaveCount(mend === null ? 0 : 1);
    await expect(row.getByRole('link', { name: /^View Live Profile/ })).toHaveCount(word === 'Suspended' ? 0 : 1);
  }
  await expectAccessible(page, 'cards in every state of the mail');

  for (const at of [4, 5, 7]) {
    const { handle, id } = handles[at] ?? { handle: '', id: 0 };
    const { shows, mend } = ROWS[at] ?? { shows: ['', ''], mend: '' };
    await page.goto(`/app/manage-email?handleId=${id}`);
    const banner = main.getByRole('alert');
    await expect(banner).toContainText(at === 7 ? 'An administrator has suspended this handle' : (shows[1] ?? ''));
    await expect(banner.getByRole(at === 7 ? 'link' : 'button', { name: mend ?? '' })).toBeVisible();
    await expect(main.getByText('Forwarding is on', { exact: true })).toHaveCount(0);
    if (at !== 4) await expect(page.getByRole('button', { name: 'Send me a test mail' })).toBeDisabled();
    expect(handle).not.toBe('');
  }
  await expectAccessible(page, 'the mail of a suspended handle');
});

test('a full inbox is tried again', async ({ app, page }) => {
  const id = await signedInWith(app, page, 'tried-again');
  await verifyInbox(app, page, id, 'tried-again@inbox.example');
  await inDatabase(app, (client) =>
    client.query(`update forwardings set refusal = 'full', refusals = 3, refused_since = now() where handle_id = $1`, [
      id,
    ]),
  );
  await page.goto(`/app/manage-email?handleId=${id}`);
  const banner = page.getByRole('alert').filter({ hasText: 'Inbox refuses mail' });
  await expect(banner).toContainText('The inbox is full and refuses mail.');
  await banner.getByRole('button', { name: 'Forward again' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('Forwarding is on', { exact: true })).toBeVisible();
});
