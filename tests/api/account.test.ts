import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountExport } from '../../contract/account-export.ts';
import { createDirectory } from '../../server/forwarding/mail-host.ts';
import { eraseClosedAccounts } from '../../server/leaving/erasure.ts';
import { addJob } from '../../server/plumbing/jobs.ts';
import { linkIn, Person } from '../setup/person.ts';
import { startServer, type TestServer } from '../setup/server.ts';

const DAY = 24 * 3_600_000;
const AVATAR = '/media/avatar-0123456789abcdef0123-256.webp';
let server: TestServer;
let ada: Person;
let number = 0;
let [handle, email, inbox, bio] = ['', '', '', ''];
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
function pass(milliseconds: number): void {
  ahead += milliseconds;
  server.pass(milliseconds);
}

/** A person with all that an account can have. */
beforeEach(async () => {
  number += 1;
  [handle, email, inbox] = [`ada-lovelace-${number}`, `Ada.${number}@private.example`, `ada.${number}@work.example`];
  bio = `Draws ${number} maps of places that nobody has been to.`;
  ada = new Person(server);
  await ada.claim(handle, email);
  const id = (await ada.ask('GET', '/api/handles')).body[0].id;
  await ada.ask('PATCH', `/api/handles/${id}`, {
    displayName: `Ada Byron the ${number}.`,
    bio,
    profilePicture: 'https://pictures.example/ada.png',
    socialLinks: [{ platform: 'github', username: `adabyron${number}` }],
  });
  await ada.ask('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: inbox });
  const [letter] = (await server.letters()).filter(({ sentTo }) => sentTo === inbox);
  expect((await ada.ask('POST', linkIn(letter?.text))).status).toBe(303);
  await server.db.updateTable('accounts').set({ avatar_url: AVATAR }).where('email', '=', email).execute();
  await server.db
    .insertInto('uploads')
    .values({ id: `upload${number}`, account_id: await accountId(), kind: 'banner', expires_at: new Date() })
    .execute();
});

async function accountId(): Promise<number> {
  const row = await server.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return row.id;
}

const handleRow = () => server.db.selectFrom('handles').selectAll().where('handle', '=', handle).executeTakeFirst();

async function deletionLink(): Promise<string> {
  const answer = await ada.ask('DELETE', '/api/account');
  expect([answer.status, answer.body]).toEqual([202, { message: expect.stringContaining('Check your email') }]);
  const [letter] = await server.letters();
  expect(letter?.sentTo).toBe(email);
  expect(letter?.subject).toBe('Delete your account on localhost:3000?');
  return linkIn(letter?.text);
}

async function leave(): Promise<void> {
  expect((await ada.ask('POST', await deletionLink())).status).toBe(303);
}

async function signIn(person: Person): Promise<void> {
  await person.ask('POST', '/api/send-login-magic-link', { email });
  const [letter] = await server.letters();
  expect((await person.ask('POST', linkIn(letter?.text))).status).toBe(303);
}

async function nightly(): Promise<void> {
  await addJob(server.db, 'sweep', {});
  await addJob(server.db, 'erase-closed-accounts', {});
  await server.letters();
}

const mailTo = async (name: string) => createDirectory(server.db, []).resolve(name);

/** Every table and column of the database in which a text can be found, whatever its type. */
async function placesOf(needle: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(server.db);
  const places: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`select 1 from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike ${`%${needle}%`} limit 1`.execute(server.db);
    if (rows.length > 0) places.push(`${schema}.${table}.${column}`);
  }
  return places;
}

describe('the export', () => {
  it('is one file with everything that is held on a person', async () => {
    await server.storage.put(AVATAR.replace('/media/', 'pictures/').replace('-256.', '-512.'), Buffer.from('webp'), '');
    const answer = await ada.ask('GET', '/api/account/export');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="nameplate-\d{4}-\d\d-\d\d\.json"$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(accountExport.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({
      host: 'localhost:3000',
      account: { id: await accountId(), email, emailVisible: true, isAdmin: false },
      avatar: { address: AVATAR, data: `data:image/webp;base64,${Buffer.from('webp').toString('base64')}` },
      banner: null,
      handles: [
        {
          handle,
          address: `${handle}@localhost`,
          plan: 'Free',
          status: 'active',
          displayName: `Ada Byron the ${number}.`,
          bio,
          profilePicture: 'https://pictures.example/ada.png',
          template: 'neon',
          socialLinks: [{ platform: 'github', username: `adabyron${number}`, isActive: true }],
          forwarding: { verifiedAddress: inbox, pendingAddress: null, isActive: true },
        },
      ],
      sessions: [{ createdAt: expect.any(String) }],
      uploads: [{ kind: 'banner', receivedAt: null }],
      lettersSent: [expect.any(String)],
      mailedLinks: [{ purpose: 'claim', handle, usedAt: expect.any(String) }],
      queuedMail: [],
    });
  });

  it('tells of mail that waits, and of nobody else', async () => {
    await sql`insert into mail_messages (id, report_to, utf8, size) values (${handle}, 'friend@other.example', false, 4711)`.execute(
      server.db,
    );
    await sql`insert into mail_recipients (id, message_id, sender, destination, domain, recipient, key, next_try_at, last_words)
      values (${handle}, ${handle}, 'friend@other.example', ${inbox}, 'work.example', ${`${handle}+x@localhost`}, ${handle},
        now() + interval '1 day', '452 full')`.execute(server.db);
    const mine = await ada.ask('GET', '/api/account/export');
    expect(mine.body.queuedMail).toMatchObject([
      { recipient: `${handle}+x@localhost`, sender: 'friend@other.example', bytes: 4711, lastWords: '452 full' },
    ]);
    const other = new Person(server);
    await other.claim(`somebody-else-${number}`, `else.${number}@private.example`);
    const theirs = await other.ask('GET', '/api/account/export');
    expect(theirs.body.handles).toHaveLength(1);
    expect(theirs.body.queuedMail).toEqual([]);
    for (const word of ['Ada', 'ada-', inbox, email, 'friend']) expect(theirs.text).not.toContain(word);
    await sql`delete from mail_messages where id = ${handle}`.execute(server.db);
  });

  it('holds no secret and no fingerprint of one', async () => {
    const { text } = await ada.ask('GET', '/api/account/export');
    expect(text).not.toContain(ada.cookies.get('nameplate'));
    const hashes = await server.db
      .selectFrom('sessions')
      .select('token_hash')
      .union(server.db.selectFrom('mailed_links').select('token_hash'))
      .execute();
    expect(hashes.length).toBeGreaterThan(1);
    for (const { token_hash } of hashes) {
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(token_hash.toString(form));
    }
    expect(text).not.toMatch(/upload\d|[_]key|hash"/);
  });
});

describe('deleting an account', () => {
  it('does nothing before the button behind the mailed link is pressed', async () => {
    const link = await deletionLink();
    const page = await ada.ask('GET', link);
    expect(page.status).toBe(200);
    expect(page.text.replace(/<[^>]*>/g, '')).toContain(`Delete the account ${email}`);
    expect(page.text.replace(/<[^>]*>/g, '')).toMatch(/The page of your handle goes offline, mail to it is refused/);
    expect(page.text).not.toContain('<script');
    expect((await ada.ask('GET', '/api/user')).status).toBe(200);
    expect((await handleRow())?.state).toBe('active');
  });

  it('closes it: signed out everywhere, page gone, mail refused, the name still taken', async () => {
    const elsewhere = new Person(server);
    await signIn(elsewhere);
    expect((await new Person(server).ask('GET', `/${handle}`)).status).toBe(200);
    await ada.ask('POST', '/api/send-login-magic-link', { email });
    const [signInLetter] = await server.letters();
    const link = await deletionLink();
    const button = await ada.ask('POST', link);
    expect([button.status, button.headers.location]).toEqual([303, link]);

    const after = await ada.ask('GET', link);
    expect(after.status).toBe(200);
    expect(after.text).toContain('Your account is closed');
    expect(after.text).not.toContain('<form');
    for (const person of [ada, elsewhere]) expect((await person.ask('GET', '/api/user')).status).toBe(401);
    expect((await handleRow())?.state).toBe('quarantined');
    server.pageCache.drop(handle);
    const stranger = new Person(server);
    expect((await stranger.ask('GET', `/${handle}`)).status).toBe(404);
    expect((await stranger.ask('GET', `/api/profile/${handle}`)).status).toBe(404);
    expect((await stranger.ask('GET', `/${handle}/card.png`)).status).toBe(404);
    expect((await stranger.ask('GET', '/sitemap-1.xml')).text).not.toContain(`/${handle}<`);
    expect(await mailTo(handle)).toMatchObject({ kind: 'refuse', code: 550 });
    // A sign-in link from before opens nothing any more.
    expect((await stranger.ask('POST', linkIn(signInLetter?.text))).status).toBe(410);
    expect((await stranger.ask('GET', '/api/user')).status).toBe(401);

    expect((await stranger.ask('GET', `/api/check-handle/${handle}`)).body).toEqual({
      available: false,
      reason: 'taken',
    });
    const claim = { email: 'late@private.example', handle };
    expect((await stranger.ask('POST', '/api/send-magic-link', claim)).status).toBe(409);
  });

  it('a session that slipped in while the account was being closed is nobody', async () => {
    await leave();
    const cookie = { cookie: 'nameplate=slipped-in' };
    const { tokenHash } = await import('../../server/plumbing/secrets.ts');
    const values = { account_id: await accountId(), token_hash: tokenHash('slipped-in') };
    await server.db
      .insertInto('sessions')
      .values({ ...values, expires_at: new Date(Date.now() + 400 * DAY) })
      .execute();
    expect((await new Person(server).ask('GET', '/api/user', undefined, cookie)).status).toBe(401);
    await signIn(new Person(server));
    expect((await new Person(server).ask('GET', '/api/user', undefined, cookie)).status).toBe(401);
  });

  it('signing in within the days of grace brings everything back as it was', async () => {
    await server.db.updateTable('handles').set({ state: 'active' }).where('handle', '=', handle).execute();
    const resting = `${handle}-rests`;
    const bad = `${handle}-bad`;
    const id = await accountId();
    await server.db
      .insertInto('handles')
      .values([
        { handle: resting, account_id: id, state: 'resting' },
        { handle: bad, account_id: id, state: 'suspended' },
      ])
      .execute();
    const before = (await ada.ask('GET', '/api/handles')).body;
    await leave();
    pass(13 * DAY);
    await nightly();
    await ada.ask('POST', '/api/send-login-magic-link', { email });
    const [letter] = await server.letters();
    expect(letter?.subject).toBe('Your closed account on localhost:3000');
    expect(letter?.text).toMatch(/will\s+be\s+erased\s+on\s+\d+\s+\w+\s+\d{4}/);
    expect((await ada.ask('POST', linkIn(letter?.text))).status).toBe(303);
    expect((await ada.ask('GET', '/api/handles')).body).toEqual(before);
    expect(await mailTo(handle)).toMatchObject({ kind: 'forward', destination: inbox });
    server.pageCache.drop(handle);
    expect((await ada.ask('GET', `/${handle}`)).status).toBe(200);
    const rows = await server.db
      .selectFrom('handles')
      .select(['state_before', 'quarantined_at'])
      .where('account_id', '=', id)
      .execute();
    for (const row of rows) expect(row).toEqual({ state_before: null, quarantined_at: null });
    // And nothing happens to it later.
    pass(30 * DAY);
    await nightly();
    expect((await handleRow())?.state).toBe('active');
  });

  it('claiming another handle brings it back too', async () => {
    await leave();
    await new Person(server).claim(`${handle}-two`, email);
    expect((await handleRow())?.state).toBe('active');
  });

  it('orders letters within the share of the inbox only', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await ada.ask('DELETE', '/api/account')).status);
    expect(statuses).toEqual([202, 202, 202, 202, 429, 429]);
    await server.letters();
  });
});

describe('erasure', () => {
  it('leaves nothing of the person in the database', async () => {
    const needles = [email, inbox, `Ada Byron the ${number}.`, bio, `adabyron${number}`];
    await server.letters();
    const id = (await handleRow())?.id ?? 0;
    const keys = { object_key: `cards/${id}-a.png`, old_key: `cards/${id}-b.png` };
    await server.db
      .insertInto('profile_cards')
      .values({ handle_id: id, content_hash: 'a', drawing: 1, ...keys })
      .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(keys))
      .execute();
    await leave();
    // A letter that could not be sent lies in the queue for days.
    await sql`select graphile_worker.add_job('send-letter', ${JSON.stringify({ kind: 'sign-in', to: email })}::json,
      run_at => now() + interval '1 year')`.execute(server.db);
    for (const needle of [email, inbox, bio]) expect(await placesOf(needle), needle).not.toEqual([]);
    pass(14 * DAY - 60_000);
    await nightly();
    expect(await placesOf(email)).toContain('public.accounts.email');
    pass(120_000);
    await nightly();
    for (const needle of needles) expect(await placesOf(needle), needle).toEqual([]);
    expect(await handleRow()).toMatchObject({
      account_id: null,
      state: 'quarantined',
      state_before: null,
      display_name: null,
      bio: null,
      profile_picture: null,
      template: 'neon',
    });
    const doomed = (await server.db.selectFrom('doomed_objects').select('key').execute()).map(({ key }) => key);
    expect(doomed).toEqual(expect.arrayContaining([keys.object_key, keys.old_key]));
    for (const width of [128, 256, 512]) {
      expect(doomed).toContain(`pictures/avatar-0123456789abcdef0123-${width}.webp`);
    }
    // Once more is harmless, and the mailbox may begin anew.
    await nightly();
    const again = new Person(server);
    await again.claim(`${handle}-again`, email);
    expect((await again.ask('GET', '/api/handles')).body).toHaveLength(1);
    expect(await handleRow()).toMatchObject({ account_id: null, state: 'quarantined' });
  });

  it('takes an account whole or not at all, and one that fails does not hold up the next', async () => {
    await leave();
    const id = await accountId();
    const second = new Person(server);
    const next = { handle: `next-after-${number}`, email: `next.${number}@private.example` };
    await second.claim(next.handle, next.email);
    await second.ask('DELETE', '/api/account');
    const [letter] = await server.letters();
    await second.ask('POST', linkIn(letter?.text));
    const held = await rowsOf(id);
    expect(held.every((rows) => rows.length > 0)).toBe(true);
    await sql`create function hold() returns trigger language plpgsql as $$ begin
      if old.id = ${sql.lit(id)} then raise exception 'the machine went down'; end if; return old; end $$`.execute(
      server.db,
    );
    await sql`create trigger hold before delete on accounts for each row execute function hold()`.execute(server.db);
    pass(15 * DAY);
    const dooms = await server.db.selectFrom('doomed_objects').selectAll().execute();
    await expect(eraseClosedAccounts(server.db, now())).rejects.toThrow('1 closed accounts could not be erased');
    expect(await rowsOf(id)).toEqual(held);
    expect(await server.db.selectFrom('doomed_objects').selectAll().execute()).toEqual(dooms);
    expect(await placesOf(next.email)).toEqual([]);
    await sql`drop trigger hold on accounts`.execute(server.db);
    // Two processes at once are no more than one.
    await Promise.all([eraseClosedAccounts(server.db, now()), eraseClosedAccounts(server.db, now())]);
    expect(await rowsOf(id)).toEqual([[], [], [], []]);
  });

  it('frees a handle after a year, and neither a suspended one nor the example', async () => {
    await server.db
      .insertInto('handles')
      .values({ handle: `${handle}-bad`, account_id: await accountId(), state: 'suspended', bio: 'bad' })
      .execute();
    await leave();
    pass(15 * DAY);
    await nightly();
    pass(365 * DAY - 16 * DAY);
    await nightly();
    const stranger = new Person(server);
    expect((await stranger.ask('GET', `/api/check-handle/${handle}`)).body).toMatchObject({ reason: 'taken' });
    expect((await stranger.ask('POST', '/api/send-magic-link', { email: 'b@b.example', handle })).status).toBe(409);
    pass(3 * DAY);
    await nightly();
    expect((await stranger.ask('GET', `/api/check-handle/${handle}`)).body).toEqual({ available: true });
    await stranger.claim(handle, `b.${number}@b.example`);
    expect((await stranger.ask('GET', `/api/profile/${handle}`)).body).toMatchObject({ displayName: null, bio: null });
    const kept = server.db.selectFrom('handles').select(['account_id', 'state', 'bio']);
    expect(await kept.where('handle', '=', `${handle}-bad`).executeTakeFirst()).toEqual({
      account_id: null,
      state: 'suspended',
      bio: null,
    });
    expect(await kept.where('handle', '=', 'digital-universe').execute()).toHaveLength(1);
  });

  it("leaves what is another's: mail of theirs that goes to the same inbox", async () => {
    const friend = new Person(server);
    await friend.claim(`friend-of-${handle}`, `friend.${number}@private.example`);
    const id = (await friend.ask('GET', '/api/handles')).body[0].id;
    await friend.ask('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: email });
    const [letter] = await server.letters();
    await friend.ask('POST', linkIn(letter?.text));
    await leave();
    pass(15 * DAY);
    await nightly();
    expect(await placesOf(email)).toEqual(['public.forwardings.address', 'public.forwardings.address_key']);
    expect(await mailTo(`friend-of-${handle}`)).toMatchObject({ kind: 'forward', destination: email });
  });
});

/** What the tables hold of an account: itself, its handles, their links and forwarding. */
async function rowsOf(id: number) {
  const ids = server.db.selectFrom('handles').select('id').where('account_id', '=', id);
  return [
    await server.db.selectFrom('accounts').selectAll().where('id', '=', id).execute(),
    await server.db.selectFrom('handles').selectAll().where('account_id', '=', id).execute(),
    await server.db.selectFrom('social_links').selectAll().where('handle_id', 'in', ids).execute(),
    await server.db.selectFrom('forwardings').selectAll().where('handle_id', 'in', ids).execute(),
  ];
}
