import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Submitter } from '../../../mail/host/submission-policy.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { parseConfig } from '../../platform/config/config.ts';
import { listen } from '../../platform/db/change-notifications.ts';
import { type Database, openDatabase, openPool } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createAppPassword, hashAppPassword } from '../../sending/shared/app-password-secret.ts';
import { createSubmissionPolicy, type DatabaseSubmissionPolicy } from './submission-policy.ts';

const HOUR = 3_600_000;
const config = parseConfig({ PUBLIC_URL: 'http://localhost:3000', MAIL_DOMAIN: 'np.example' });
const NETWORK = '192.0.2.77';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let db: Database;
let policy: DatabaseSubmissionPolicy;
let now: Date;
let number = 0;
const warnings: { event?: string }[] = [];
const log = { warn: (details: object) => void warnings.push(details) };
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
  db = openDatabase(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(() => {
  now = new Date('2026-11-22T10:20:30Z');
  warnings.length = 0;
  policy = open(db);
});
afterEach(() => policy.stop());

const open = (on: Database) => createSubmissionPolicy({ config, db: on, clock: () => now, log });

/** Creates a handle of a Plus plan with an app password, past its first week unless `isNew`. */
async function sender({ isNew = false, handle = `ann${number++}` } = {}) {
  const { id } = await db.insertInto('handles').values({ handle }).returning('id').executeTakeFirstOrThrow();
  const password = createAppPassword();
  const { id: passwordId } = await db
    .insertInto('app_passwords')
    .values({ handle_id: id, name: 'Laptop', secret_hash: hashAppPassword(password) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isNew) {
    const first_sent_at = new Date(now.getTime() - 30 * 24 * HOUR);
    await db.insertInto('sending_settings').values({ handle_id: id, first_sent_at }).execute();
  }
  const submitter: Submitter = { passwordId, key: handle, address: `${handle}@np.example` };
  return { id, handle, password, submitter };
}

const usageOf = (id: number) =>
  db.selectFrom('sending_usage').selectAll().where('handle_id', '=', id).orderBy('hour').execute();

describe('authentication', () => {
  it('accepts the address or the handle, and the password in any case, with or without spaces and hyphens', async () => {
    const { handle, password, submitter } = await sender();
    expect(password).toMatch(/^[a-z2-7]{6}(-[a-z2-7]{6}){4}$/);
    const users = [`${handle}@np.example`, handle, ` ${handle.toUpperCase()}@NP.example`];
    for (const user of users) expect(await policy.authenticate(user, password, NETWORK)).toEqual(submitter);
    const typed = [
      password.replaceAll('-', ''),
      password.replaceAll('-', ' '),
      password.toUpperCase(),
      ` ${password}\n`,
    ];
    for (const text of typed) expect(await policy.authenticate(handle, text, NETWORK)).toEqual(submitter);
  });

  it('rejects a wrong password, the password of another handle, and other names', async () => {
    const { handle, password } = await sender();
    const other = await sender();
    const wrong = ['', 'x', password.slice(1), `${password}a`, other.password, '\u0000', '\ud800', 'a'.repeat(100_000)];
    for (const text of wrong) expect(await policy.authenticate(handle, text, NETWORK)).toBeNull();
    const names = [
      '',
      '@',
      `${handle}@other.example`,
      `${handle}+tag`,
      `@np.example`,
      `x@${handle}@np.example`,
      'nobody',
    ];
    names.push('\u0000', `${handle}\u0000`, '\ud800', 'a'.repeat(100_000), `${handle}@np.example@np.example`);
    for (const user of names) expect(await policy.authenticate(user, password, NETWORK)).toBeNull();
    // Each got the result of its own attempt, although they shared a query.
    const together = [handle, 'nobody', other.handle].map((user) => policy.authenticate(user, other.password, NETWORK));
    expect((await Promise.all(together)).map((found) => found?.key)).toEqual([undefined, undefined, other.handle]);
  });

  it('does the same work for a name that does not exist as for a wrong password: one query', async () => {
    const { handle } = await sender();
    const queries: string[] = [];
    const counted = openDatabase({
      connect: async () => {
        const client = await pool.connect();
        const query = client.query.bind(client);
        return Object.assign(Object.create(client), {
          query(...all: Parameters<typeof query>) {
            queries.push(String(all[0]));
            return query(...all);
          },
          release: () => client.release(),
        });
      },
      end: async () => {},
    } as unknown as pg.Pool);
    const watched = open(counted);
    for (const user of [handle, 'nobody', '', 'x@other.example']) {
      queries.length = 0;
      expect(await watched.authenticate(user, 'wrong', NETWORK)).toBeNull();
      expect(queries).toHaveLength(1);
    }
    await watched.stop();
  });

  it('records the last use and its network, in one write for many uses', async () => {
    const [one, two] = [await sender(), await sender()];
    const used = async () =>
      (await db.selectFrom('app_passwords').selectAll().orderBy('id', 'desc').limit(2).execute())
        .reverse()
        .map(({ last_used_at, last_used_from }) => [last_used_at, last_used_from]);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.authenticate(two.handle, two.password, '2001:db8:1:2::3');
    expect(await used()).toEqual([
      [null, null],
      [null, null],
    ]);
    await policy.flush();
    const first = now;
    expect(await used()).toEqual([
      [first, '192.0.2.0/24'],
      [first, '2001:db8:1::/48'],
    ]);
    now = new Date(first.getTime() + 30_000);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.authenticate(two.handle, two.password, NETWORK);
    await policy.flush();
    expect(await used()).toEqual([
      [first, '192.0.2.0/24'],
      [now, '192.0.2.0/24'],
    ]);
    now = new Date(first.getTime() + 61_000);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.stop();
    expect((await used())[0]).toEqual([now, '192.0.2.0/24']);
  });
});

describe('the check of each message', () => {
  it('accepts an active handle, and refuses with what to do about it otherwise', async () => {
    const { id, handle, submitter } = await sender();
    expect(await policy.check(submitter)).toBeNull();
    const cases: [state: string, reason: string | null, text: RegExp][] = [
      ['resting', null, /year of ann\d+ has ended. Renew it .*http:\/\/localhost:3000\/app\/manage/],
      ['suspended', null, /cannot send at the moment/],
      ['quarantined', null, /cannot send at the moment/],
      ['active', 'bounces', /too many recipients do not exist.*\/app\/manage-email/],
      ['active', 'complaints', /reported spam.*\/app\/manage-email/],
      ['active', 'administrator', /Write to postmaster@np\.example/],
    ];
    for (const [state, reason, text] of cases) {
      await sql`update handles set state = ${state}::handle_state where id = ${id}`.execute(db);
      await sql`update sending_settings set pause_reason = ${reason},
        paused_at = case when ${reason}::text is not null then now() end where handle_id = ${id}`.execute(db);
      const refusal = await policy.check(submitter);
      expect(refusal).toMatchObject({ code: 550, enhanced: '5.7.1', text: expect.stringMatching(text) });
      expect(refusal?.text).toMatch(/^[ -~]{1,300}$/);
    }
    const long = await sender({ handle: `a-free-handle-${handle}` });
    expect(await policy.check(long.submitter)).toMatchObject({
      code: 550,
      text: expect.stringContaining('no sending'),
    });
  });

  it('closes the session of a revoked password, and of one that another handle has', async () => {
    const [one, two] = [await sender(), await sender()];
    const revoked = { code: 535, enhanced: '5.7.8' };
    expect(await policy.check({ ...one.submitter, passwordId: two.submitter.passwordId })).toMatchObject(revoked);
    await db.deleteFrom('app_passwords').where('handle_id', '=', one.id).execute();
    expect(await policy.check(one.submitter)).toMatchObject(revoked);
    expect(await policy.check({ ...one.submitter, key: 'nobody' })).toMatchObject(revoked);
  });

  it('reads the database once until a notification says that the handle changed', async () => {
    const { id, handle, submitter } = await sender();
    const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
    let dropped = Promise.withResolvers<void>();
    const changes = listen({
      url: database.url,
      pool,
      channels: {
        mail_target_changed: (name) => {
          policy.drop(name);
          if (name === handle) dropped.resolve();
        },
      },
      onGap: (isListening) => {
        policy.clear(isListening);
        if (isListening) onListening();
      },
      log: createLog('silent', true),
    });
    await listening;
    const changing = async (change: () => Promise<unknown>) => {
      dropped = Promise.withResolvers();
      await change();
      await dropped.promise;
    };
    expect(await policy.check(submitter)).toBeNull();
    // Without a notification the cached value stays: the trigger is off in this session.
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom('app_passwords').where('handle_id', '=', id).execute();
    });
    expect(await policy.check(submitter)).toBeNull();
    await changing(() =>
      db
        .insertInto('app_passwords')
        .values({ handle_id: id, name: 'Phone', secret_hash: randomBytes(32) })
        .execute(),
    );
    expect(await policy.check(submitter)).toMatchObject({ code: 535 });
    const { id: passwordId } = await db
      .selectFrom('app_passwords')
      .select('id')
      .where('handle_id', '=', id)
      .executeTakeFirstOrThrow();
    const phone = { ...submitter, passwordId };
    expect(await policy.check(phone)).toBeNull();
    const pause = { paused_at: now, pause_reason: 'complaints' };
    await changing(() => db.updateTable('sending_settings').set(pause).where('handle_id', '=', id).execute());
    expect(await policy.check(phone)).toMatchObject({ code: 550 });
    await changing(() =>
      db
        .updateTable('sending_settings')
        .set({ paused_at: null, pause_reason: null })
        .where('handle_id', '=', id)
        .execute(),
    );
    expect(await policy.check(phone)).toBeNull();
    await changing(() => db.deleteFrom('app_passwords').where('handle_id', '=', id).execute());
    expect(await policy.check(phone)).toMatchObject({ code: 535 });
    await changes.stop();
  });
});

describe('the limits', () => {
  it('allow 50 recipients an hour and 200 a day for Plus, and say when to try again', async () => {
    const { handle, id } = await sender();
    const start = now;
    for (const hour of [0, 1, 2, 3]) {
      now = new Date(start.getTime() + hour * HOUR);
      expect(await policy.reserve(handle, 40)).toBeNull();
      expect(await policy.reserve(handle, 11)).toEqual({
        ...{ code: 450, enhanced: '4.7.1' },
        text: `${handle} can send to 50 recipients an hour and 200 a day. Try again after ${hour < 3 ? `22 November 2026 at ${11 + hour}:00` : '23 November 2026 at 10:00'} UTC`,
      });
      expect(await policy.reserve(handle, 10)).toBeNull();
    }
    now = new Date(start.getTime() + 4 * HOUR);
    expect((await policy.reserve(handle, 1))?.text).toContain('Try again after 23 November 2026 at 10:00 UTC');
    now = new Date('2026-11-23T09:59:59Z');
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    now = new Date('2026-11-23T10:00:00Z');
    expect(await policy.reserve(handle, 50)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    expect((await usageOf(id)).map(({ recipients }) => recipients)).toEqual([50, 50, 50, 50, 50]);
  });

  it('are a quarter in the week after the first message', async () => {
    const { handle, id } = await sender({ isNew: true });
    expect(await policy.reserve(handle, 13)).toEqual({
      ...{ code: 550, enhanced: '5.7.1' },
      text: `${handle} can send to 12 recipients an hour and 50 a day until 29 November 2026 at 10:20 UTC, and to more after that. This message has 13: send it in parts`,
    });
    // A refusal does not begin the week.
    expect(await db.selectFrom('sending_settings').selectAll().where('handle_id', '=', id).execute()).toEqual([]);
    expect(await policy.reserve(handle, 12)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    const first = now;
    now = new Date(first.getTime() + 7 * 24 * HOUR - 1);
    expect(await policy.reserve(handle, 13)).toMatchObject({ code: 550 });
    expect(await policy.reserve(handle, 1)).toBeNull();
    now = new Date(first.getTime() + 7 * 24 * HOUR);
    expect(await policy.reserve(handle, 49)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
  });

  it('keep settings that a handle had before it sent', async () => {
    const { handle, id } = await sender({ isNew: true });
    await db.insertInto('sending_settings').values({ handle_id: id, reply_mode: 'reply' }).execute();
    expect(await policy.reserve(handle, 1)).toBeNull();
    now = new Date(now.getTime() + HOUR);
    expect(await policy.reserve(handle, 1)).toBeNull();
    const [settings] = await db.selectFrom('sending_settings').selectAll().where('handle_id', '=', id).execute();
    expect(settings).toMatchObject({ reply_mode: 'reply', first_sent_at: new Date('2026-11-22T10:20:30Z') });
  });

  it('refuse a message to more than 50 recipients for good, and one of a handle that does not exist', async () => {
    const deluxe = await sender({ handle: 'dx' });
    expect(await policy.reserve(deluxe.handle, 51)).toMatchObject({ code: 550, text: expect.stringContaining('50') });
    expect(await policy.reserve(deluxe.handle, 50)).toBeNull();
    expect(await policy.reserve('nobody', 1)).toMatchObject({ code: 550 });
  });

  it.each([
    { isNew: false, limit: 50 },
    { isNew: true, limit: 12 },
  ])('are exact when several processes count at once: $limit recipients', async ({ isNew, limit }) => {
    const { handle, id } = await sender({ isNew });
    const pools = [1, 2, 3, 4].map(() => openPool(database.url, 15));
    const policies = pools.map((one) => open(openDatabase(one)));
    const results = await Promise.all(
      Array.from({ length: 80 }, (_, at) => policies[at % policies.length]?.reserve(handle, 1)),
    );
    expect(results.filter((one) => one === null)).toHaveLength(limit);
    expect(results.filter((one) => one?.code === 450)).toHaveLength(80 - limit);
    expect(await usageOf(id)).toMatchObject([{ recipients: limit }]);
    // The day is exact too.
    await db
      .updateTable('sending_usage')
      .set({ hour: new Date('2026-11-22T09:00:00Z') })
      .where('handle_id', '=', id)
      .execute();
    const day = isNew ? 50 : 200;
    await db
      .updateTable('sending_usage')
      .set({ recipients: day - 10 })
      .where('handle_id', '=', id)
      .execute();
    const more = await Promise.all(policies.flatMap((one) => [3, 3, 3].map((count) => one.reserve(handle, count))));
    expect(more.filter((one) => one === null)).toHaveLength(3);
    expect((await usageOf(id)).map(({ recipients }) => recipients)).toEqual([day - 10, 9]);
    await Promise.all(policies.map((one) => one.stop()));
    await Promise.all(pools.map((one) => one.end()));
  });
});

describe('bounces', () => {
  const emails = async () => {
    const { rows } = await sql<{ payload: { kind: string; to: string } }>`delete from graphile_worker._private_jobs
      returning payload`.execute(db);
    return rows.map(({ payload }) => `${payload.kind} to ${payload.to}`).sort();
  };

  it('suppress a recipient whose mailbox does not exist, for this handle only', async () => {
    const [one, two] = [await sender(), await sender()];
    policy.bounced(one.handle, 'Gone@Example.com', '5.1.1', true);
    policy.bounced(one.handle, 'full@example.com', '5.2.2', false);
    policy.bounced('nobody', 'gone@example.com', '5.1.1', true);
    await policy.flush();
    const asked = ['gone@example.com', 'full@example.com', 'GONE@example.com', 'new@example.com'];
    expect(await policy.suppressed(one.handle, asked)).toEqual(new Set(['gone@example.com']));
    expect(await policy.suppressed(two.handle, asked)).toEqual(new Set());
    expect(await policy.suppressed(one.handle, [])).toEqual(new Set());
    expect(await usageOf(one.id)).toMatchObject([{ bounces: 2, recipients: 0 }]);
    expect(warnings).toEqual([]);
  });

  it('pause the handle when ten of a day are more than a tenth of the recipients, once', async () => {
    const account = await db
      .insertInto('accounts')
      .values({ email: 'owner@inbox.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id, handle, submitter } = await sender();
    await db.updateTable('handles').set({ account_id: account.id }).where('id', '=', id).execute();
    await emails();
    const yesterday = { handle_id: id, hour: new Date('2026-11-21T10:00:00Z'), recipients: 10, bounces: 10 };
    const today = { handle_id: id, hour: new Date('2026-11-21T11:00:00Z'), recipients: 100, bounces: 0 };
    await db.insertInto('sending_usage').values([yesterday, today]).execute();
    for (let at = 0; at < 10; at += 1) policy.bounced(handle, `gone${at}@example.com`, '5.1.1', true);
    await policy.flush();
    expect(await policy.check(submitter)).toBeNull();
    // Eleven of 100 recipients, in two processes at once.
    const second = open(db);
    policy.bounced(handle, 'gone10@example.com', '5.1.1', true);
    second.bounced(handle, 'gone11@example.com', '5.1.1', true);
    await Promise.all([policy.flush(), second.stop()]);
    expect(await policy.check(submitter)).toMatchObject({ code: 550 });
    expect(await emails()).toEqual([
      'sending-paused to owner@inbox.example',
      'sending-paused-report to admin@example.test',
    ]);
  });

  it('do not throw, and are logged, while the database does not respond', async () => {
    const broken = openPool('postgres://nobody@127.0.0.1:1/none');
    const cut = open(openDatabase(broken));
    cut.bounced('ann', 'gone@example.com', '5.1.1', true);
    await cut.stop();
    expect(warnings).toMatchObject([{ event: 'sending.bounce.not_counted', handle: 'ann' }]);
    await broken.end();
  });
});

it('returns the verified inbox of a handle, unless its forwarding is paused', async () => {
  const { id, handle } = await sender();
  expect(await policy.inboxOf(handle)).toBeNull();
  const address = { address: 'ann@inbox.example', address_key: 'ann@inbox.example' };
  await db
    .insertInto('forwardings')
    .values({ handle_id: id, ...address, is_active: false })
    .execute();
  expect(await policy.inboxOf(handle)).toBe('ann@inbox.example');
  const pause = { paused_at: now, pause_reason: 'inbox-gone' };
  await db.updateTable('forwardings').set(pause).where('handle_id', '=', id).execute();
  expect(await policy.inboxOf(handle)).toBeNull();
  expect(await policy.inboxOf('nobody')).toBeNull();
});
