import { beforeAll, expect, it } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import type { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let ann: Person;
let id: number;
let path: string;
beforeAll(async () => {
  ({ person: ann, id } = await createSendingPerson(server, 'annie'));
  path = `/api/handles/${id}/reply-mode`;
  await server.db
    .insertInto('forwardings')
    .values({ handle_id: id, address: 'ann@inbox.example', address_key: 'ann@inbox.example' })
    .execute();
});

const policy = async (name = 'annie') => {
  const resolution = await createDirectory(server.db, []).resolve(name);
  return resolution.kind === 'forward' ? resolution.policy : resolution;
};

it('passes mail through until the owner chooses reply mode, and notifies the mail server of the change', async () => {
  expect((await ann.request('GET', path)).body).toEqual({
    mode: 'pass-through',
    allowInboxInText: false,
    entitled: true,
    version: expect.any(String),
  });
  expect(await policy()).toMatchObject({ keepsContacts: true });
  expect(await policy()).not.toHaveProperty('repliesThroughUs');
  const changed = await ann.request('PUT', path, { mode: 'reply' });
  expect(changed).toMatchObject({ status: 200, body: { mode: 'reply', allowInboxInText: false } });
  expect(changed.headers.etag).toBe(`"${changed.body.version}"`);
  expect(await policy()).toMatchObject({ repliesThroughUs: true });
  expect((await ann.request('PUT', path, { mode: 'reply', allowInboxInText: true })).body.allowInboxInText).toBe(true);
  // An absent field stays unchanged.
  expect((await ann.request('PUT', path, { mode: 'pass-through' })).body).toMatchObject({ allowInboxInText: true });
  expect(await policy()).not.toHaveProperty('repliesThroughUs');
});

it('requires a recent sign-in to let correspondents learn the inbox, and none to hide it', async () => {
  await server.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(server.clock().getTime() - 16 * MINUTE) })
    .execute();
  const put = async (body: object) => (await ann.request('PUT', path, body)).body.code ?? 'changed';
  expect(await put({ mode: 'reply', allowInboxInText: false })).toBe('changed');
  expect(await put({ mode: 'pass-through' })).toBe('recent_sign_in_required');
  expect(await put({ mode: 'reply', allowInboxInText: true })).toBe('recent_sign_in_required');
  expect(await put({ mode: 'reply', allowInboxInText: false })).toBe('changed');
  await server.db.updateTable('sessions').set({ confirmed_at: server.clock() }).execute();
  expect(await put({ mode: 'pass-through', allowInboxInText: true })).toBe('changed');
  await server.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(server.clock().getTime() - 16 * MINUTE) })
    .execute();
  // This shows nothing new.
  expect(await put({ mode: 'pass-through', allowInboxInText: true })).toBe('changed');
  await server.db.updateTable('sessions').set({ confirmed_at: server.clock() }).execute();
});

it('refuses a change of an older version, and shows the current one', async () => {
  const { version } = (await ann.request('GET', path)).body;
  expect((await ann.request('PUT', path, { mode: 'reply' }, { 'if-match': `"${version}"` })).status).toBe(200);
  const stale = await ann.request('PUT', path, { mode: 'pass-through' }, { 'if-match': `"${version}"` });
  expect(stale).toMatchObject({ status: 412, body: { code: 'version_conflict', current: { mode: 'reply' } } });
});

it('needs a plan with replies, and keeps, without using it, the mode of a handle whose year has ended', async () => {
  const free = await createSendingPerson(server, 'a-handle-of-the-free-plan');
  const freePath = `/api/handles/${free.id}/reply-mode`;
  expect((await free.person.request('GET', freePath)).body.entitled).toBe(false);
  const refused = await free.person.request('PUT', freePath, { mode: 'reply' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan_without_sending' } });
  expect((await free.person.request('PUT', freePath, { mode: 'pass-through' })).status).toBe(200);

  await ann.request('PUT', path, { mode: 'reply' });
  await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', id).execute();
  expect((await ann.request('GET', path)).body).toMatchObject({ mode: 'reply', entitled: false });
  expect((await ann.request('PUT', path, { mode: 'reply' })).status).toBe(403);
  await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', id).execute();
});
