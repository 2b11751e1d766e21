import type { Page } from '@playwright/test';
import pg from 'pg';
import { findEmbedded } from '../../../db/embedded.ts';
import type { App } from '../server/app-process.ts';
import { signedInWith, verifyInbox } from './sign-in.ts';

/**
 * Signs a new person in on this page, with a handle of the Plus plan that is paid for and forwards to `inbox`. Returns the id.
 * The handle is claimed as a longer, free one and renamed in the database, which saves a payment.
 */
export async function signedInWithPlus(app: App, page: Page, handle: string, inbox: string): Promise<number> {
  const id = await signedInWith(app, page, `${handle}-longer-name`);
  await verifyInbox(app, page, id, inbox);
  await query(app, `update handles set handle = $1, paid_until = now() + interval '200 days' where id = $2`, [
    handle,
    id,
  ]);
  return id;
}

/** Lets the paid year of a handle have ended so long ago that the handle rests. */
export async function letRest(app: App, id: number): Promise<void> {
  await query(app, `update handles set state = 'resting', paid_until = now() - interval '40 days' where id = $1`, [id]);
}

/** Pauses sending of a handle because of bounces, and suppresses a recipient. */
export async function pauseSending(app: App, id: number, suppressed: string): Promise<void> {
  await query(
    app,
    `insert into sending_settings (handle_id, paused_at, pause_reason) values ($1, now(), 'bounces')
     on conflict (handle_id) do update set paused_at = now(), pause_reason = 'bounces'`,
    [id],
  );
  await query(app, `insert into suppressed_recipients (handle_id, address, enhanced) values ($1, $2, '5.1.1')`, [
    id,
    suppressed,
  ]);
}

async function query(app: App, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(text, values);
    if (rowCount !== 1) throw new Error(`changed ${rowCount} rows: ${text}`);
  } finally {
    await client.end();
  }
}
