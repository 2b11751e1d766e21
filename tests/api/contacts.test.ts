import { beforeAll, beforeEach, expect, it } from 'vitest';
import { contacts as contactsSchema } from '../../contract/sending/contacts.ts';
import { DAY } from '../../contract/time.ts';
import { deleteOldRowsOf } from '../../server/held-data/retention.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { readAllPages } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let ann: Person;
let id: number;
let path: string;
beforeAll(async () => {
  ({ person: ann, id } = await createSendingPerson(server, 'annie'));
  path = `/api/handles/${id}/contacts`;
});
beforeEach(async () => void (await server.db.deleteFrom('contacts').execute()));

const daysAgo = (days: number) => new Date(server.clock().getTime() - days * DAY);
const add = (row: { address: string; name?: string; token?: string; [column: string]: unknown }) =>
  server.db
    .insertInto('contacts')
    .values({ handle_id: id, token_used_at: server.clock(), ...row })
    .execute();
const addresses = async (query = '') =>
  (await ann.request('GET', path + query)).body.map((one: { address: string }) => one.address);

it('lists people who wrote, were written to, were added or are blocked, by their last activity, page by page', async () => {
  await add({ address: 'old@x.example', last_received_at: daysAgo(9), created_at: daysAgo(20) });
  await add({ address: 'written@x.example', name: 'Dan', last_sent_at: daysAgo(1), created_at: daysAgo(20) });
  await add({ address: 'named-in-a-mail@x.example' });
  await add({ address: 'blocked@x.example', blocked: true, created_at: daysAgo(30) });
  await add({ address: 'same-day@x.example', last_received_at: daysAgo(9), created_at: daysAgo(20) });
  const expected = ['written@x.example', 'same-day@x.example', 'old@x.example', 'blocked@x.example'];
  const all = await ann.request('GET', path);
  expect(contactsSchema.parse(all.body)).toEqual(all.body);
  expect(await addresses()).toEqual(expected);
  const pages = await readAllPages<{ address: string }>(ann, `${path}?limit=1`);
  expect(pages.map(({ address }) => address)).toEqual(expected);
  expect(await addresses('?search=DAN')).toEqual(['written@x.example']);
  expect(await addresses('?search=old%40')).toEqual(['old@x.example']);
  expect(await addresses('?search=%25')).toEqual([]);
});

it('creates the address to write to somebody, once, and lists the contact', async () => {
  const created = await ann.request('POST', path, { address: 'Dan@X.example', name: 'Dan "D" \u202e' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ address: 'dan@x.example', name: 'Dan D', blocked: false, lastSentAt: null });
  expect(created.body.writeTo).toMatch(/^reply-[a-z2-7]{26}@mail\.example$/);
  const again = await ann.request('POST', path, { address: 'dan@x.example' });
  expect(again.body).toEqual(created.body);
  expect((await ann.request('GET', path)).body).toEqual([created.body]);
});

it('has one address for somebody whom two parallel requests add', async () => {
  const tries = await Promise.all([1, 2, 3].map(() => ann.request('POST', path, { address: 'dan@x.example' })));
  expect(new Set(tries.map(({ body }) => body.writeTo)).size).toBe(1);
});

it('lists somebody who was only named in a mail once the owner adds them, with the same address', async () => {
  await add({ address: 'dan@x.example', token: 'a'.repeat(26) });
  expect(await addresses()).toEqual([]);
  expect((await ann.request('POST', path, { address: 'dan@x.example' })).body.writeTo).toBe(
    `reply-${'a'.repeat(26)}@mail.example`,
  );
  expect(await addresses()).toEqual(['dan@x.example']);
});

it.each([
  ['annie@mail.example', /handle itself/],
  ['annie+tag@mail.example', /handle itself/],
  [`reply-${'a'.repeat(26)}@mail.example`, /already a reply address/],
  ['not an address', /valid email address/],
])('does not add %s', async (address, message) => {
  const { status, body } = await ann.request('POST', path, { address });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(message);
});

it('shows no address to write to for a blocked contact, an expired address or a handle without replies', async () => {
  await add({ address: 'blocked@x.example', token: 'a'.repeat(26), blocked: true });
  await add({
    address: 'old@x.example',
    token: 'b'.repeat(26),
    last_received_at: daysAgo(1),
    token_used_at: daysAgo(366),
  });
  await add({ address: 'dan@x.example', token: 'c'.repeat(26), last_received_at: daysAgo(1) });
  const writeTo = async () =>
    Object.fromEntries(
      (await ann.request('GET', path)).body.map((one: Record<string, string>) => [one.address, one.writeTo]),
    );
  const dan = `reply-${'c'.repeat(26)}@mail.example`;
  expect(await writeTo()).toEqual({ 'blocked@x.example': null, 'old@x.example': null, 'dan@x.example': dan });
  // An expired address never becomes valid again.
  const renewed = (await ann.request('POST', path, { address: 'old@x.example' })).body.writeTo;
  expect(renewed).toMatch(/^reply-[a-z2-7]{26}@/);
  expect(renewed).not.toContain('bbb');

  await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', id).execute();
  expect(Object.values(await writeTo())).toEqual([null, null, null]);
  const refused = await ann.request('POST', path, { address: 'new@x.example' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan_without_sending' } });
  await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', id).execute();
});

it('blocks a contact at the mail server like a blocked sender, and unblocks it', async () => {
  await server.db
    .insertInto('forwardings')
    .values({ handle_id: id, address: 'ann@inbox.example', address_key: 'ann@inbox.example' })
    .execute();
  const { body } = await ann.request('POST', path, { address: 'eve@x.example' });
  const blocked = async () => {
    const resolution = await createDirectory(server.db, []).resolve('annie');
    return resolution.kind === 'forward' && resolution.policy?.blocked?.has('eve@x.example') === true;
  };
  expect(await blocked()).toBe(false);
  const changed = await ann.request('PATCH', `${path}/${body.id}`, { blocked: true });
  expect(changed).toMatchObject({ status: 200, body: { blocked: true, writeTo: null } });
  expect(await blocked()).toBe(true);
  expect((await ann.request('PATCH', `${path}/${body.id}`, { blocked: false })).body).toEqual(body);
  expect(await blocked()).toBe(false);
});

it('deletes one contact, or all contacts of the handle and of no other handle', async () => {
  const other = await createSendingPerson(server, 'bobby');
  await other.person.request('POST', `/api/handles/${other.id}/contacts`, { address: 'dan@x.example' });
  const [dan, eve] = [
    (await ann.request('POST', path, { address: 'dan@x.example' })).body,
    (await ann.request('POST', path, { address: 'eve@x.example' })).body,
  ];
  expect((await other.person.request('DELETE', `/api/handles/${other.id}/contacts/${eve.id}`)).status).toBe(404);
  expect((await ann.request('DELETE', `${path}/${dan.id}`)).status).toBe(200);
  expect((await ann.request('DELETE', `${path}/${dan.id}`)).status).toBe(404);
  expect(await addresses()).toEqual(['eve@x.example']);
  expect((await ann.request('DELETE', path)).status).toBe(200);
  expect((await ann.request('DELETE', path)).status).toBe(200);
  expect(await addresses()).toEqual([]);
  expect((await other.person.request('GET', `/api/handles/${other.id}/contacts`)).body).toHaveLength(1);
});

it('forgets people who were only named in mail once their reply address has expired, and keeps the others', async () => {
  await add({ address: 'named@x.example', token: 'a'.repeat(26), token_used_at: daysAgo(366) });
  await add({ address: 'named-lately@x.example', token: 'b'.repeat(26), token_used_at: daysAgo(364) });
  await add({
    address: 'wrote@x.example',
    token: 'c'.repeat(26),
    token_used_at: daysAgo(366),
    last_received_at: daysAgo(366),
  });
  await deleteOldRowsOf(server.db, 'contacts', server.clock());
  const rows = await server.db.selectFrom('contacts').select(['address', 'token']).orderBy('address').execute();
  expect(rows).toEqual([
    { address: 'named-lately@x.example', token: 'b'.repeat(26) },
    { address: 'wrote@x.example', token: null },
  ]);
});
