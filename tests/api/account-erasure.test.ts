import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { eraseClosedAccounts } from '../../server/account-deletion/erasure.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import {
  createDepartingPerson,
  type DepartingPerson,
  findInDatabase,
  runNightlyJobs,
} from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { fillSending } from '../support/api/sending-rows.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let departing: DepartingPerson;
let number: number;
let [handle, email, inbox, bio, picture] = ['', '', '', '', ''];
beforeEach(async () => {
  departing = await createDepartingPerson(server);
  ({ number, handle, email, inbox, bio, picture } = departing);
});

/** Returns how mail to a handle is handled. */
const mailTo = (name: string) => createDirectory(server.db, []).resolve(name);

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
function advance(milliseconds: number): void {
  ahead += milliseconds;
  server.advance(milliseconds);
}

describe('account erasure', () => {
  it('removes every trace of the person from the database', async () => {
    const friend = `known-to-${number}.example`;
    const needles = [email, inbox, departing.displayName, bio, `adabyron${number}`, friend];
    await server.sentEmails();
    const id = (await departing.handleRow())?.id ?? 0;
    await sql`insert into flights (id, handle_id, recipient, sender, author, client, size, state, received_at, events)
      values (${`flight-${number}`}, ${id}, ${handle}, ${`carol@${friend}`}, 'Carol', '192.0.2.7', 1, 'delivered',
        ${now()}, ${JSON.stringify([{ words: `kept for ${inbox}` }])})`.execute(server.db);
    await sql`insert into forwarding_lists (handle_id, list_id) values (${id}, ${`list.${friend}`})`.execute(server.db);
    await sql`insert into forwarding_blocks (handle_id, pattern) values (${id}, ${`@${friend}`})`.execute(server.db);
    await fillSending(server, id, friend);
    const words = { subject: `About ${friend}`, text: `Mail from ${friend}.`, handleId: id };
    expect((await departing.ada.request('POST', '/api/support', words)).status).toBe(201);
    await server.sentEmails();
    await sql`update forwardings set backup_address = ${`second@${friend}`}, backup_key = ${`second@${friend}`}
      where handle_id = ${id}`.execute(server.db);
    const keys = { object_key: `cards/${id}-a.png`, old_key: `cards/${id}-b.png` };
    await server.db
      .insertInto('profile_cards')
      .values({ handle_id: id, content_hash: 'a', drawing: 1, ...keys })
      .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(keys))
      .execute();
    const objects = [keys.object_key, keys.old_key, 'uploads/sent.bin'];
    for (const width of [128, 256, 512]) objects.push(`pictures/${picture}-${width}.webp`);
    for (const key of objects) await server.storage.put(key, Buffer.from('bytes'), 'image/png');
    await departing.leave();
    // The file of an unfinished upload is deleted last.
    await server.db
      .updateTable('uploads')
      .set({ object_key: 'uploads/sent.bin', received_at: now(), expires_at: new Date(now().getTime() + 30 * DAY) })
      .where('account_id', '=', departing.accountId)
      .execute();
    // An email that cannot be sent stays in the queue for days.
    await sql`select graphile_worker.add_job('send-letter', ${JSON.stringify({ kind: 'sign-in', to: email })}::json,
      run_at => now() + interval '1 year')`.execute(server.db);
    for (const needle of [email, inbox, bio, friend])
      expect(await findInDatabase(server, needle), needle).not.toEqual([]);
    advance(14 * DAY - 60_000);
    await runNightlyJobs(server);
    expect(await findInDatabase(server, email)).toContain('public.accounts.email');
    advance(120_000);
    await runNightlyJobs(server);
    for (const needle of needles) expect(await findInDatabase(server, needle), needle).toEqual([]);
    expect(await departing.handleRow()).toMatchObject({
      account_id: null,
      state: 'quarantined',
      state_before: null,
      display_name: null,
      bio: null,
      profile_picture: null,
      template: 'neon',
    });
    for (const key of objects) expect(await server.storage.get(key), key).toBeNull();
    // Repeating the erasure has no effect, and the address can open a new account.
    await runNightlyJobs(server);
    const again = new Person(server);
    await again.claim(`${handle}-again`, email);
    expect((await again.request('GET', '/api/handles')).body).toHaveLength(1);
    expect(await departing.handleRow()).toMatchObject({ account_id: null, state: 'quarantined' });
  });

  it('erases each account in one transaction, and continues after an account that fails', async () => {
    await departing.leave();
    const id = departing.accountId;
    const second = new Person(server);
    const next = { handle: `next-after-${number}`, email: `next.${number}@private.example` };
    await second.claim(next.handle, next.email);
    await second.request('DELETE', '/api/account');
    const [sentEmail] = await server.sentEmails();
    await second.request('POST', linkIn(sentEmail?.text));
    const held = await rowsOf(id);
    expect(held.every((rows) => rows.length > 0)).toBe(true);
    await sql`create function hold() returns trigger language plpgsql as $$ begin
      if old.id = ${sql.lit(id)} then raise exception 'the machine went down'; end if; return old; end $$`.execute(
      server.db,
    );
    await sql`create trigger hold before delete on accounts for each row execute function hold()`.execute(server.db);
    advance(15 * DAY);
    await expect(eraseClosedAccounts(server.db, now())).rejects.toThrow('1 closed accounts could not be erased');
    expect(await rowsOf(id)).toEqual(held);
    expect(await findInDatabase(server, `pictures/${picture}`)).toEqual([]);
    // The last email to the person.
    await server.sentEmails();
    expect(await findInDatabase(server, next.email)).toEqual([]);
    await sql`drop trigger hold on accounts`.execute(server.db);
    // Two processes in parallel have the same effect as one.
    await Promise.all([eraseClosedAccounts(server.db, now()), eraseClosedAccounts(server.db, now())]);
    expect(await rowsOf(id)).toEqual([[], [], [], []]);
    expect(await findInDatabase(server, `pictures/${picture}`)).toEqual(['public.doomed_objects.key']);
  });

  it('releases a quarantined handle after a year, except a suspended handle and the sample handle (attack 40)', async () => {
    await server.db
      .insertInto('handles')
      .values({ handle: `${handle}-bad`, account_id: departing.accountId, state: 'suspended', bio: 'bad' })
      .execute();
    await departing.leave();
    advance(15 * DAY);
    await runNightlyJobs(server);
    advance(365 * DAY - 16 * DAY);
    await runNightlyJobs(server);
    const stranger = new Person(server);
    expect((await stranger.request('GET', `/api/check-handle/${handle}`)).body).toMatchObject({ reason: 'taken' });
    expect((await stranger.request('POST', '/api/send-magic-link', { email: 'b@b.example', handle })).status).toBe(409);
    advance(3 * DAY);
    await runNightlyJobs(server);
    expect((await stranger.request('GET', `/api/check-handle/${handle}`)).body).toEqual({ available: true });
    await stranger.claim(handle, `b.${number}@b.example`);
    expect((await stranger.request('GET', `/api/profile/${handle}`)).body).toMatchObject({
      displayName: null,
      bio: null,
    });
    const kept = server.db.selectFrom('handles').select(['account_id', 'state', 'bio']);
    expect(await kept.where('handle', '=', `${handle}-bad`).executeTakeFirst()).toEqual({
      account_id: null,
      state: 'suspended',
      bio: null,
    });
    expect(await kept.where('handle', '=', 'digital-universe').execute()).toHaveLength(1);
  });

  it('does not release a quarantined handle that still has an owner', async () => {
    const quarantined = { state: 'quarantined', quarantined_at: new Date(now().getTime() - 500 * DAY) } as const;
    await server.db.updateTable('handles').set(quarantined).where('handle', '=', handle).execute();
    await runNightlyJobs(server);
    expect(await departing.handleRow()).toMatchObject({ account_id: departing.accountId, bio });
  });

  it('keeps the delivery log of other accounts that forward to the same inbox', async () => {
    const friend = new Person(server);
    await friend.claim(`friend-of-${handle}`, `friend.${number}@private.example`);
    const id = (await friend.request('GET', '/api/handles')).body[0].id;
    await friend.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail: email });
    const [sentEmail] = await server.sentEmails();
    await friend.request('POST', linkIn(sentEmail?.text));
    await departing.leave();
    advance(15 * DAY);
    await runNightlyJobs(server);
    expect(await findInDatabase(server, email)).toEqual([
      'public.forwardings.address',
      'public.forwardings.address_key',
    ]);
    expect(await mailTo(`friend-of-${handle}`)).toMatchObject({ kind: 'forward', destination: email });
  });
});

/** Returns the rows of an account: the account, its handles, their links and forwardings. */
async function rowsOf(id: number) {
  const ids = server.db.selectFrom('handles').select('id').where('account_id', '=', id);
  return [
    await server.db.selectFrom('accounts').selectAll().where('id', '=', id).execute(),
    await server.db.selectFrom('handles').selectAll().where('account_id', '=', id).execute(),
    await server.db.selectFrom('social_links').selectAll().where('handle_id', 'in', ids).execute(),
    await server.db.selectFrom('forwardings').selectAll().where('handle_id', 'in', ids).execute(),
  ];
}
