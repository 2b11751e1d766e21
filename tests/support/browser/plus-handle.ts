import type { Page } from '@playwright/test';
import pg from 'pg';
import { findEmbedded } from '../../../db/embedded.ts';
import type { App } from '../server/app-process.ts';
import { signedInWith, verifyInbox } from './sign-in.ts';

/**
 * Signs in a new person on this page, with a paid handle of the Plus plan that forwards to `inbox`. Returns the id. The
 * handle is claimed as a longer, free one and renamed in the database, which saves a payment.
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

/** Moves the end of the paid year so far into the past that the handle rests. */
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

/**
 * Gives the owner of `like` a handle of the Plus plan, if it does not exist, and sets what its sending tabs show: a pause, an app
 * password, a suppressed recipient, a contact, and no automatic reply. Returns its id.
 */
export async function putSendingHandle(app: App, handle: string, like: string): Promise<number> {
  const [id] = await query(
    app,
    `insert into handles (handle, account_id, paid_until)
     select $1, account_id, now() + interval '200 days' from handles where handle = $2
     on conflict (handle) do update set account_id = excluded.account_id returning id`,
    [handle, like],
  );
  await query(
    app,
    `insert into forwardings (handle_id, address, address_key) select $1::integer, a, a from (values ($2::text)) as v (a)
     on conflict (handle_id) do update set paused_at = null returning handle_id as id`,
    [id, `${handle}@inbox.example`],
  );
  for (const table of ['app_passwords', 'contacts', 'auto_replies', 'sending_settings', 'suppressed_recipients'])
    await connected(app, (client) => client.query(`delete from ${table} where handle_id = $1`, [id]));
  await query(
    app,
    `insert into app_passwords (handle_id, name, secret_hash) values ($1, 'Laptop', sha256(gen_random_uuid()::text::bytea))
     returning id`,
    [id],
  );
  const contact = `insert into contacts (handle_id, address, name, added_at) values ($1, 'carol@friend.example', 'Carol', now())
    returning id`;
  await query(app, contact, [id]);
  await pauseSending(app, Number(id), 'gone@friend.example');
  return Number(id);
}

/** Runs a statement that changes or inserts one row. Returns its id, if it returns one. */
async function query(app: App, text: string, values: unknown[]): Promise<unknown[]> {
  return connected(app, async (client) => {
    const { rowCount, rows } = await client.query<{ id: unknown }>(text, values);
    if (rowCount !== 1) throw new Error(`changed ${rowCount} rows: ${text}`);
    return rows.map(({ id }) => id);
  });
}

/** Runs statements in the database of an app. */
export async function connected<T>(app: App, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
