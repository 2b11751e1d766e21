import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Senders, setUpSenders } from '../../../tests/support/mail/senders.ts';
import { listen } from '../../platform/db/change-notifications.ts';
import { createLog } from '../../platform/log/log.ts';
import type { DatabaseSubmissionPolicy } from './submission-policy.ts';

const NETWORK = '192.0.2.77';

let senders: Senders;
let policy: DatabaseSubmissionPolicy;
setUpSenders((given) => {
  ({ senders, policy } = given);
});

describe('authentication', () => {
  it('accepts the address or the handle, and the password in any case, with or without spaces and hyphens', async () => {
    const { handle, password, submitter } = await senders.create();
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
    const { handle, password } = await senders.create();
    const other = await senders.create();
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
    // Each attempt gets its own result, although they share a query.
    const together = [handle, 'nobody', other.handle].map((user) => policy.authenticate(user, other.password, NETWORK));
    expect((await Promise.all(together)).map((found) => found?.key)).toEqual([undefined, undefined, other.handle]);
  });

  it('makes one query for a name that does not exist, as for a wrong password', async () => {
    const { handle } = await senders.create();
    const queries: string[] = [];
    const counted = {
      connect: async () => {
        const client = await senders.pool.connect();
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
    } as unknown as pg.Pool;
    const watched = senders.open(counted);
    for (const user of [handle, 'nobody', '', 'x@other.example']) {
      queries.length = 0;
      expect(await watched.authenticate(user, 'wrong', NETWORK)).toBeNull();
      expect(queries).toHaveLength(1);
    }
    await watched.stop();
  });

  it('records the last use and its network, in one write for many uses', async () => {
    const [one, two] = [await senders.create(), await senders.create()];
    const used = async () =>
      (await senders.db.selectFrom('app_passwords').selectAll().orderBy('id', 'desc').limit(2).execute())
        .reverse()
        .map(({ last_used_at, last_used_from }) => [last_used_at, last_used_from]);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.authenticate(two.handle, two.password, '2001:db8:1:2::3');
    expect(await used()).toEqual([
      [null, null],
      [null, null],
    ]);
    await policy.flush();
    const first = senders.now;
    expect(await used()).toEqual([
      [first, '192.0.2.0/24'],
      [first, '2001:db8:1::/48'],
    ]);
    senders.now = new Date(first.getTime() + 30_000);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.authenticate(two.handle, two.password, NETWORK);
    await policy.flush();
    expect(await used()).toEqual([
      [first, '192.0.2.0/24'],
      [senders.now, '192.0.2.0/24'],
    ]);
    senders.now = new Date(first.getTime() + 61_000);
    await policy.authenticate(one.handle, one.password, NETWORK);
    await policy.stop();
    expect((await used())[0]).toEqual([senders.now, '192.0.2.0/24']);
  });
});

describe('the check of each message', () => {
  it('accepts an active handle, and refuses others with a text about what to do', async () => {
    const { id, handle, submitter } = await senders.create();
    expect(await policy.check(submitter)).toBeNull();
    const cases: [state: string, reason: string | null, text: RegExp][] = [
      ['resting', null, /year of annie\d+ has ended. Renew it .*http:\/\/localhost:3000\/app\/manage/],
      ['suspended', null, /cannot send at the moment/],
      ['quarantined', null, /cannot send at the moment/],
      ['active', 'bounces', /too many recipients do not exist.*\/app\/manage-email/],
      ['active', 'complaints', /reported spam.*\/app\/manage-email/],
      ['active', 'administrator', /Write to postmaster@np\.example/],
    ];
    for (const [state, reason, text] of cases) {
      await sql`update handles set state = ${state}::handle_state where id = ${id}`.execute(senders.db);
      await sql`update sending_settings set pause_reason = ${reason},
        paused_at = case when ${reason}::text is not null then now() end where handle_id = ${id}`.execute(senders.db);
      const refusal = await policy.check(submitter);
      expect(refusal).toMatchObject({ code: 550, enhanced: '5.7.1', text: expect.stringMatching(text) });
      expect(refusal?.text).toMatch(/^[ -~]{1,300}$/);
    }
    const long = await senders.create({ handle: `a-free-handle-${handle}` });
    expect(await policy.check(long.submitter)).toMatchObject({
      code: 550,
      text: expect.stringContaining('does not include sending'),
    });
  });

  it('closes the session of a revoked password, or of the password of another handle', async () => {
    const [one, two] = [await senders.create(), await senders.create()];
    const revoked = { code: 535, enhanced: '5.7.8' };
    expect(await policy.check({ ...one.submitter, passwordId: two.submitter.passwordId })).toMatchObject(revoked);
    await senders.db.deleteFrom('app_passwords').where('handle_id', '=', one.id).execute();
    expect(await policy.check(one.submitter)).toMatchObject(revoked);
    expect(await policy.check({ ...one.submitter, key: 'nobody' })).toMatchObject(revoked);
  });

  it('reads the database once until it is notified of a change of the handle', async () => {
    const { id, handle, submitter } = await senders.create();
    const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
    let dropped = Promise.withResolvers<void>();
    const changes = listen({
      url: senders.url,
      pool: senders.pool,
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
    // Without a notification, because the trigger is off in this session, the cached value stays.
    await senders.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom('app_passwords').where('handle_id', '=', id).execute();
    });
    expect(await policy.check(submitter)).toBeNull();
    await changing(() =>
      senders.db
        .insertInto('app_passwords')
        .values({ handle_id: id, name: 'Phone', secret_hash: randomBytes(32) })
        .execute(),
    );
    expect(await policy.check(submitter)).toMatchObject({ code: 535 });
    const { id: passwordId } = await senders.db
      .selectFrom('app_passwords')
      .select('id')
      .where('handle_id', '=', id)
      .executeTakeFirstOrThrow();
    const phone = { ...submitter, passwordId };
    expect(await policy.check(phone)).toBeNull();
    const pause = { paused_at: senders.now, pause_reason: 'complaints' };
    await changing(() => senders.db.updateTable('sending_settings').set(pause).where('handle_id', '=', id).execute());
    expect(await policy.check(phone)).toMatchObject({ code: 550 });
    await changing(() =>
      senders.db
        .updateTable('sending_settings')
        .set({ paused_at: null, pause_reason: null })
        .where('handle_id', '=', id)
        .execute(),
    );
    expect(await policy.check(phone)).toBeNull();
    await changing(() => senders.db.deleteFrom('app_passwords').where('handle_id', '=', id).execute());
    expect(await policy.check(phone)).toMatchObject({ code: 535 });
    const gone = { handle_id: id, address: 'gone@example.com', enhanced: '5.1.1' };
    expect(await policy.suppressed(handle, [gone.address])).toEqual(new Set());
    await changing(() => senders.db.insertInto('suppressed_recipients').values(gone).execute());
    expect(await policy.suppressed(handle, [gone.address])).toEqual(new Set([gone.address]));
    const inbox = { handle_id: id, address: 'ann@inbox.example', address_key: 'ann@inbox.example' };
    expect(await policy.inboxOf(handle)).toBeNull();
    await changing(() => senders.db.insertInto('forwardings').values(inbox).execute());
    expect(await policy.inboxOf(handle)).toBe(inbox.address);
    await changes.stop();
  });
});

it('returns the verified inbox of a handle, unless its forwarding is paused', async () => {
  const { id, handle } = await senders.create();
  expect(await policy.inboxOf(handle)).toBeNull();
  const address = { address: 'ann@inbox.example', address_key: 'ann@inbox.example' };
  await senders.db
    .insertInto('forwardings')
    .values({ handle_id: id, ...address, is_active: false })
    .execute();
  expect(await policy.inboxOf(handle)).toBe('ann@inbox.example');
  const pause = { paused_at: senders.now, pause_reason: 'inbox-gone' };
  await senders.db.updateTable('forwardings').set(pause).where('handle_id', '=', id).execute();
  expect(await policy.inboxOf(handle)).toBeNull();
  expect(await policy.inboxOf('nobody')).toBeNull();
});

it('hides both inboxes and the address of the account, even while forwarding is paused', async () => {
  const { id, handle } = await senders.create();
  const email = 'ann@account.example';
  const account = await senders.db.insertInto('accounts').values({ email }).returning('id').executeTakeFirstOrThrow();
  await senders.db.updateTable('handles').set({ account_id: account.id }).where('id', '=', id).execute();
  expect(await policy.hiddenAddressesOf(handle)).toEqual([email]);
  const inboxes = {
    address: 'ann@inbox.example',
    address_key: 'ann@inbox.example',
    backup_address: 'ann@second.example',
  };
  const pause = { paused_at: senders.now, pause_reason: 'inbox-gone' };
  await senders.db
    .insertInto('forwardings')
    .values({ handle_id: id, ...inboxes, ...pause })
    .execute();
  expect(await policy.hiddenAddressesOf(handle)).toEqual(['ann@inbox.example', 'ann@second.example', email]);
  expect(await policy.hiddenAddressesOf('nobody')).toEqual([]);
});
