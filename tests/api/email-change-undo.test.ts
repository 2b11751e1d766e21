import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { accountForAddress } from '../../server/accounts/shared/account-for-address-store.ts';
import { addJob } from '../../server/platform/jobs/jobs.ts';
import { askForChange, changeAddress, mailedTo, press, textOf } from '../support/accounts/email-change.ts';
import { findInDatabase, runNightlyJobs } from '../support/api/departing-person.ts';
import { addPasskey, authenticatorFor, signedInByLink, signInByPasskey } from '../support/api/passkeys.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { addMember, createColleague, createDeluxeOwner } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

let number = 0;
/** Creates an account, changes its address to that of a thief, and signs in the thief. */
async function takenOver() {
  number += 1;
  const [from, to] = [`owner.${number}@old.example`, `thief.${number}@new.example`];
  const person = new Person(server);
  await server.sentEmails();
  await person.claim(`taken-over-${number}`, from);
  const undo = await changeAddress(server, person, from, to);
  return { from, to, undo, handle: `taken-over-${number}`, thief: await signedInByLink(server, to) };
}
const emailOf = async (person: Person) => (await person.request('GET', '/api/user')).body?.email;
/** Closes the account of a person by the emailed link. */
async function closeAccount(person: Person, email: string) {
  await person.request('DELETE', '/api/account');
  await press(server, linkIn((await mailedTo(server))[email]?.text));
}

it('restores the old address within seven days by a link sent to it, which does nothing when it is only opened', async () => {
  const late = await takenOver();
  const { thief, from, to, undo } = await takenOver();
  expect(textOf((await new Person(server).request('GET', undo)).text)).toContain(`Sign in as ${from} again`);
  expect(await emailOf(thief)).toBe(to);
  server.advance(7 * DAY - 60_000);
  expect(await press(server, undo)).toContain('The change was undone');
  expect(await emailOf(thief)).toBeUndefined();
  expect((await mailedTo(server))[to]?.subject).toBe('This address no longer signs in to localhost:3000');
  expect(await emailOf(await signedInByLink(server, from))).toBe(from);
  // Its mailbox no longer belongs to an account.
  await new Person(server).request('POST', '/api/send-login-magic-link', { email: to });
  expect((await mailedTo(server))[to]?.text).toContain('no account with this address');
  expect(await press(server, undo)).toContain('The change was undone');
  server.advance(60_000);
  expect(await press(server, late.undo)).toContain('This link has expired');
});

it('removes what a thief added: passkeys, app passwords, offers and later changes (attack 50)', async () => {
  const owner = await createDeluxeOwner(server);
  const { email: from } = (await owner.person.request('GET', '/api/user')).body;
  const before = authenticatorFor(server);
  await addPasskey(owner.person, before, { name: 'Own' });
  await server.sentEmails();
  const links = await askForChange(server, owner.person, from, 'b@thief.example');
  const [added, mailApp] = [authenticatorFor(server), { name: 'Mail app' }];
  expect((await addPasskey(owner.person, added, { name: 'Thief' })).status).toBe(201);
  expect((await owner.person.request('POST', `/api/handles/${owner.id}/app-passwords`, mailApp)).status).toBe(201);
  expect(
    (await owner.person.request('POST', `/api/handles/${owner.id}/transfer`, { email: 'friend@thief.example' })).status,
  ).toBe(201);
  await press(server, links.old);
  await press(server, links.new);
  const undo = linkIn((await mailedTo(server))[from]?.text);
  const thief = await signedInByLink(server, 'b@thief.example');
  await server.sentEmails();

  const undoByThief = await changeAddress(server, thief, 'b@thief.example', 'c@thief.example');
  // The old address is also notified of the second change.
  const third = await signedInByLink(server, 'c@thief.example');
  await askForChange(server, third, 'c@thief.example', 'd@thief.example');

  expect(await press(server, undo)).toContain('The change was undone');
  const restored = (await mailedTo(server))[from];
  expect(restored?.subject).toBe('Your sign-in address on localhost:3000 was restored');
  for (const name of ['Thief', owner.handle]) expect(restored?.text).toContain(name);
  expect(await press(server, undoByThief)).toContain('The change was undone');
  expect((await signInByPasskey(new Person(server), added)).body.code).toBe('passkey_unknown');
  const back = new Person(server);
  expect((await signInByPasskey(back, before)).status).toBe(200);
  expect(await emailOf(back)).toBe(from);
  expect((await back.request('GET', '/api/account/email')).body).toEqual({ email: from, pending: null, changed: null });
  const passwords = await server.db
    .selectFrom('app_passwords')
    .select('name')
    .where('handle_id', '=', owner.id)
    .execute();
  expect(passwords.map(({ name }) => name)).not.toContain('Mail app');
  const offers = server.db.selectFrom('handle_transfers').select('id').where('handle_id', '=', owner.id);
  expect(await offers.execute()).toEqual([]);
});

it('ends the inboxes that the new address verified, of a handle and of a member, and names the other changes (attack 50)', async () => {
  const [owner, other] = [await createDeluxeOwner(server), await createDeluxeOwner(server)];
  const { email: from } = (await owner.person.request('GET', '/api/user')).body;
  const memberId = await addMember(server, other.id, owner, 'editor', true);
  const thief = await (async () => {
    const undo = await changeAddress(server, owner.person, from, 'inbox@thief.example');
    return { undo, person: await signedInByLink(server, 'inbox@thief.example') };
  })();
  const own = { handleId: owner.id, forwardingEmail: 'inbox@thief.example', own: true };
  expect((await thief.person.request('POST', '/api/email-forwarding', own)).body.deliveringTo).toBe(
    'inbox@thief.example',
  );
  const copy = `/api/handles/${other.id}/member-inbox`;
  expect((await thief.person.request('PUT', copy, { email: 'inbox@thief.example' })).body.address).not.toBeNull();
  await server.sentEmails();
  expect(await press(server, thief.undo)).toContain('The change was undone');
  const restored = (await mailedTo(server))[from]?.text;
  expect(restored).toMatch(new RegExp(`Inboxes removed[^@]*${owner.handle}@.*${other.handle}@`, 's'));
  expect(restored).toContain('Inboxes or team changed');
  const inboxes = server.db.selectFrom('forwardings').select('address').where('handle_id', '=', owner.id);
  expect(await inboxes.execute()).toEqual([]);
  const place = server.db.selectFrom('handle_members').select(['mail', 'address']).where('id', '=', memberId);
  expect(await place.execute()).toEqual([{ mail: true, address: null }]);
});

it('an account keeps its handles while the change can be undone: no offer is made or accepted (attack 50)', async () => {
  const owner = await createDeluxeOwner(server);
  const friend = await createColleague(server);
  const { email: from } = (await owner.person.request('GET', '/api/user')).body;
  const url = `/api/handles/${owner.id}/transfer`;
  const offer = await owner.person.request('POST', url, { email: friend.email });
  await changeAddress(server, owner.person, from, 'seller@new.example');
  const accept = () => friend.person.request('POST', `/api/transfers/${offer.body.id}/accept`);
  expect((await accept()).body).toMatchObject({ code: 'transfer_blocked', message: expect.stringMatching(/after \d/) });
  const seller = await signedInByLink(server, 'seller@new.example');
  expect((await seller.request('DELETE', url)).status).toBe(200);
  expect((await seller.request('POST', url, { email: friend.email })).body.code).toBe('transfer_blocked');
  await server.advanceSignedIn(7 * DAY + 1000);
  expect((await seller.request('POST', url, { email: friend.email })).status).toBe(201);
});

it('reopens an account that was closed after the change (attack 50)', async () => {
  const { thief, to, from, undo, handle } = await takenOver();
  await closeAccount(thief, to);
  expect(await press(server, undo)).toContain('The change was undone');
  expect(await emailOf(await signedInByLink(server, from))).toBe(from);
  expect((await new Person(server).request('GET', `/${handle}`)).status).toBe(200);
});

it('an undo restores handles that were given up since the request, whose deletion waits until then (attack 50)', async () => {
  const { person, email: from } = await createColleague(server);
  const [{ id, handle }] = (await person.request('GET', '/api/handles')).body;
  const links = await askForChange(server, person, from, 'gives.up@new.example');
  expect((await person.request('POST', `/api/handles/${id}/give-up`)).status).toBe(200);
  server.advance(DAY - 60_000);
  await press(server, links.old);
  await press(server, links.new);
  const undo = linkIn((await mailedTo(server))[from]?.text);
  server.advance(7 * DAY - 60_000);
  await addJob(server.db, 'end-given-up-handles', {});
  expect((await server.sentEmails()).map(({ subject }) => subject)).not.toContain(
    `${handle} on localhost:3000 is no longer yours`,
  );
  expect(await press(server, undo)).toContain('The change was undone');
  expect((await mailedTo(server))[from]?.text).toMatch(new RegExp(`kept after all: ${handle}@`));
  const back = await signedInByLink(server, from);
  expect((await back.request('GET', '/api/handles')).body).toMatchObject([{ handle, status: 'active' }]);
  expect((await back.request('GET', '/api/handles')).body[0].givenUpUntil).toBeUndefined();
});

it('keeps the old address for the account: nobody opens another account with it (attack 50)', async () => {
  const { from, to, undo } = await takenOver();
  const { id } = await server.db.selectFrom('accounts').select('id').where('email', '=', to).executeTakeFirstOrThrow();
  // A payment proves no mailbox.
  expect(await accountForAddress(server.db, from.toUpperCase(), server.clock())).toMatchObject({ id });
  const claimer = new Person(server);
  await claimer.request('POST', '/api/send-magic-link', { email: from, handle: 'blocks-the-undo', plan: 'Free' });
  expect((await mailedTo(server))[from]?.subject).toBe(`${from} no longer signs in to localhost:3000`);
  const other = await createColleague(server);
  await server.sentEmails();
  const asked = await other.person.request('POST', '/api/account/email', { email: from });
  expect(asked.status).toBe(202);
  expect((await mailedTo(server))[from]?.subject).toBe('Your address on localhost:3000');
  expect(await press(server, undo)).toContain('The change was undone');
});

it('opens no other account with the old address while the change is being confirmed (attack 50)', async () => {
  const { email: old } = await createColleague(server);
  const { id } = await server.db.selectFrom('accounts').select('id').where('email', '=', old).executeTakeFirstOrThrow();
  const [at, until] = [server.clock(), new Date(server.clock().getTime() + 7 * DAY)];
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database() and query like 'insert into "accounts"%'`;
  let payer: Promise<{ id: number }> | undefined;
  await server.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ email: 'settled@new.example' }).where('id', '=', id).execute();
    const change = { account_id: id, old_email: old, new_email: 'settled@new.example', state: 'changed' };
    const times = { requested_at: at, expires_at: until, changed_at: at, undo_until: until };
    await trx
      .insertInto('email_changes')
      .values({ ...change, ...times })
      .execute();
    payer = server.db.transaction().execute((other) => accountForAddress(other, old, at));
    await vi.waitUntil(async () => (await waiting.execute(server.db)).rows.length > 0, { timeout: 10_000 });
  });
  expect(await payer).toMatchObject({ id });
  expect(await server.db.selectFrom('accounts').select('id').where('email', '=', old).execute()).toEqual([]);
});

it('an undo takes precedence over later changes, and each old address has one', async () => {
  number += 1;
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}.${number}@chain.example`) as [string, string, string];
  const person = new Person(server);
  await server.sentEmails();
  await person.claim(`chain-of-changes-${number}`, a);
  const undoA = await changeAddress(server, person, a, b);
  const second = await signedInByLink(server, b);
  await server.sentEmails();
  const links = await askForChange(server, second, b, c);
  await press(server, links.old);
  await press(server, links.new);
  const told = await mailedTo(server);
  expect([a, b].map((email) => told[email]?.subject)).toEqual(
    Array(2).fill('Your sign-in address on localhost:3000 was changed'),
  );
  expect(told[a]?.text).toContain(c);
  expect(await press(server, linkIn(told[b]?.text))).toContain('The change was undone');
  expect(await emailOf(await signedInByLink(server, b))).toBe(b);
  expect(await press(server, undoA)).toContain('The change was undone');
  expect(await emailOf(await signedInByLink(server, a))).toBe(a);
});

it('sends security notices of the account to both addresses', async () => {
  const { thief, from, to } = await takenOver();
  await addPasskey(thief, authenticatorFor(server), { name: 'Another' });
  const mailed = await mailedTo(server);
  const subject = 'A passkey was added to your account on localhost:3000';
  expect([mailed[from]?.subject, mailed[to]?.subject]).toEqual([subject, subject]);
  expect(mailed[to]?.text).not.toContain('/link/');
  expect(await press(server, linkIn(mailed[from]?.text))).toContain('The change was undone');
});

it('makes one change or one undo for two browsers at the same time', async () => {
  const { thief, from, to, undo } = await takenOver();
  const links = await askForChange(server, thief, to, `again.${to}`);
  await press(server, links.old);
  const [undone] = await Promise.all([press(server, undo), press(server, links.new), press(server, undo)]);
  expect(undone).toContain('The change was undone');
  expect(await emailOf(await signedInByLink(server, from))).toBe(from);

  const [one, other] = [await createColleague(server), await createColleague(server)];
  const wanted = `both.want.${number}@new.example`;
  const first = await askForChange(server, one.person, one.email, wanted);
  const second = await askForChange(server, other.person, other.email, wanted);
  await Promise.all([press(server, first.old), press(server, second.old)]);
  const pages = await Promise.all([press(server, first.new), press(server, second.new)]);
  expect(pages.map((page) => page.includes('You sign in as')).sort()).toEqual([false, true]);
  expect(pages.find((page) => !page.includes('You sign in as'))).toContain('This address already has an account');

  const [mine, theirs] = await Promise.all([
    thief.request('POST', '/api/account/email', { email: 'x@new.example' }),
    one.person.request('POST', '/api/account/email', { email: 'x@new.example' }),
  ]);
  expect([mine.status, theirs.status].every((status) => [202, 401].includes(status))).toBe(true);
  await server.sentEmails();
});

it('the change fails if an account is opened with the new address first', async () => {
  const { person, email } = await createColleague(server);
  const wanted = `signs.up.${number}@new.example`;
  const links = await askForChange(server, person, email, wanted);
  await press(server, links.new);
  await new Person(server).claim(`signs-up-meanwhile-${number}`, wanted);
  expect(await press(server, links.old)).toContain('This address already has an account');
  expect(await emailOf(person)).toBe(email);
});

it('the change ends when the account is closed, and stays ended after it is reopened', async () => {
  const { person, email } = await createColleague(server);
  const links = await askForChange(server, person, email, 'never@new.example');
  await press(server, links.old);
  await closeAccount(person, email);
  expect(await press(server, links.new)).toContain('This change was stopped');
  await person.request('POST', '/api/send-login-magic-link', { email });
  expect((await person.request('POST', linkIn((await mailedTo(server))[email]?.text))).status).toBe(303);
  expect(await emailOf(person)).toBe(email);
  expect(await press(server, links.new)).toContain('This change was stopped');
});

it('the change is erased with the account, which removes the old address everywhere', async () => {
  const { thief, from, to } = await takenOver();
  await closeAccount(thief, to);
  server.advance(15 * DAY);
  await runNightlyJobs(server);
  expect([...(await findInDatabase(server, from)), ...(await findInDatabase(server, to))]).toEqual([]);
});
