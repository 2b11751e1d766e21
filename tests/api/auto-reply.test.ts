import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { createAutoReplies } from '../../server/mail/adapters/auto-replies.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let ann: Person;
/** A handle of the Deluxe plan, and a free one of the same owner. */
let [id, freeId] = [0, 0];
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim('ann-of-the-hills', 'ann@account.example');
  freeId = (await ann.request('GET', '/api/handles')).body[0].id;
  const { account_id } = await server.db
    .selectFrom('handles')
    .selectAll()
    .where('id', '=', freeId)
    .executeTakeFirstOrThrow();
  const paid = { handle: 'ann', account_id, paid_until: new Date('2999-01-01'), display_name: 'Ann <Hills>' };
  ({ id } = await server.db.insertInto('handles').values(paid).returning('id').executeTakeFirstOrThrow());
});

const REPLY = {
  enabled: true,
  subject: 'Away, {name}',
  text: 'Hi {name},\r\nback soon.',
  from: null,
  until: null,
  every: 7,
  audience: 'everybody',
};
const put = (changes: object = {}, handle = id, headers = {}) =>
  ann.request('PUT', `/api/handles/${handle}/auto-reply`, { ...REPLY, ...changes }, headers);
const get = (handle = id) => ann.request('GET', `/api/handles/${handle}/auto-reply`);
const replies = () => createAutoReplies(server.db, server.clock, server.config.mail.sendLimits);
const take = (address = 'carol@senders.example', name = 'Carol') => replies().take('ann', { address, name });
const mailPolicy = async (name = 'ann') => {
  const resolution = await createDirectory(server.db, []).resolve(name);
  return resolution.kind === 'forward' ? resolution.policy : undefined;
};

async function verifyInbox(handleId: number, inbox: string): Promise<void> {
  await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: inbox });
  const email = (await server.sentEmails()).filter(({ text }) => text?.includes('/link/')).at(-1);
  expect((await new Person(server).request('POST', linkIn(email?.text))).status).toBe(303);
}

describe('the automatic reply of a handle', () => {
  it('an automatic reply is off at first, with a usable text', async () => {
    const texts = { subject: 'Thank you for your message', text: expect.any(String) };
    const times = { from: null, until: null, every: 7 };
    const whom = { audience: 'everybody', entitled: true };
    expect((await get()).body).toEqual({ version: expect.any(String), enabled: false, ...texts, ...times, ...whom });
  });

  it('saves an automatic reply as typed, and replaces it only for a write with its version', async () => {
    const range = { from: '2030-01-01T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' };
    const saved = await put({ ...range, every: 30, audience: 'contacts' });
    expect(saved.body).toMatchObject({
      ...REPLY,
      ...range,
      text: 'Hi {name},\nback soon.',
      every: 30,
      audience: 'contacts',
    });
    expect((await get()).body).toEqual(saved.body);
    const stale = await put({ subject: 'Other' }, id, { 'if-match': '"stale"' });
    expect([stale.status, stale.body.code, stale.body.current.version]).toEqual([
      412,
      'version_conflict',
      saved.body.version,
    ]);
    expect((await put({ subject: 'Other' }, id, { 'if-match': `"${saved.body.version}"` })).body.subject).toBe('Other');
  });

  it.each([
    ['an empty subject', { subject: ' ' }],
    ['an empty text', { text: '\n' }],
    ['a line break in the subject', { subject: 'a\nBcc: x@y.example' }],
    ['a control character', { text: 'a\u0000b' }],
    ['a direction character', { subject: 'a\u202eb' }],
    ['a lone surrogate', { text: '\ud800' }],
    ['a long subject', { subject: 'a'.repeat(201) }],
    ['a long text', { text: 'a'.repeat(5001) }],
    ['0 days', { every: 0 }],
    ['31 days', { every: 31 }],
    ['another audience', { audience: 'friends' }],
    ['an end before the start', { from: '2030-02-01T00:00:00Z', until: '2030-01-01T00:00:00Z' }],
    ['an end at the start', { from: '2030-02-01T00:00:00.000Z', until: '2030-02-01T00:00:00Z' }],
    ['an invalid date', { from: 'tomorrow' }],
  ])('rejects an automatic reply with %s', async (_case, changes) => {
    expect((await put(changes)).status).toBe(400);
  });

  it('the automatic reply of a handle can be saved and previewed on a plan without it, but not switched on', async () => {
    const denied = await put({}, freeId);
    expect([denied.status, denied.body.code]).toEqual([403, 'plan_without_auto_reply']);
    expect((await put({ enabled: false }, freeId)).body).toMatchObject({ enabled: false, entitled: false });
    const body = { subject: '{name} {name}', text: 'Dear {name}' };
    expect((await ann.request('POST', `/api/handles/${freeId}/auto-reply/preview`, body)).body).toEqual({
      from: 'ann-of-the-hills@mail.example',
      to: 'alex@example.com',
      subject: 'Alex Alex',
      text: 'Dear Alex',
    });
    expect((await ann.request('POST', `/api/handles/${id}/auto-reply/preview`, body)).body.from).toBe(
      'Ann <Hills> <ann@mail.example>',
    );
  });

  it('the automatic reply of a handle is kept but not sent while the year of the plan has ended', async () => {
    await put();
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', id).execute();
    expect(await take('resting@senders.example')).toBeNull();
    expect((await get()).body).toMatchObject({ enabled: true, entitled: false });
    expect((await put({ subject: 'Changed' })).body.code).toBe('plan_without_auto_reply');
    await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', id).execute();
    expect(await take('resting@senders.example')).not.toBeNull();
  });
});

describe('the directory', () => {
  beforeAll(async () => {
    await verifyInbox(id, 'ann@inbox.example');
    await verifyInbox(freeId, 'ann.free@inbox.example');
  });

  it('the directory announces a reply that is switched on and has not ended, on a plan that has it', async () => {
    const announced = async () => (await mailPolicy())?.autoReply;
    await put();
    expect(await announced()).toBe(true);
    await put({ enabled: false });
    expect(await announced()).toBeUndefined();
    await put({ until: '2020-01-01T00:00:00Z' });
    expect(await announced()).toBeUndefined();
    await put({ from: '2999-01-01T00:00:00Z' });
    expect(await announced()).toBe(true);
    await server.db.updateTable('auto_replies').set({ enabled: true }).where('handle_id', '=', freeId).execute();
    expect(await mailPolicy('ann-of-the-hills')).toEqual({});
  });
});

describe('a reply to a sender', () => {
  beforeEach(async () => {
    await server.db.deleteFrom('auto_reply_recipients').execute();
    await put();
  });

  it('a reply to a sender has the names of both', async () => {
    expect(await take()).toEqual({
      name: 'Ann <Hills>',
      subject: 'Away, Carol',
      text: 'Hi Carol,\nback soon.',
      hourly: 50,
      daily: 250,
    });
    expect(await take('dave@senders.example', '')).toMatchObject({ subject: 'Away, there' });
    expect(await take('erin@senders.example', "$& $' {name}")).toMatchObject({ subject: "Away, $& $' {name}" });
  });

  it('a reply to a sender is claimed once in the chosen days for each inbox, and again if it was not sent', async () => {
    expect(await take()).not.toBeNull();
    expect(await take('Carol+news@Senders.example')).toBeNull();
    await server.advanceSignedIn(7 * DAY - 60_000);
    expect(await take()).toBeNull();
    await server.advanceSignedIn(60_000);
    expect(await take()).not.toBeNull();
    await replies().release('ann', 'carol@senders.example');
    expect(await take()).not.toBeNull();
  });

  it('a reply to a sender is claimed by only one of twenty processes at the same moment', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(taken.filter((reply) => reply !== null)).toHaveLength(1);
    await server.advanceSignedIn(8 * DAY);
    const again = await Promise.all(Array.from({ length: 20 }, () => take()));
    expect(again.filter((reply) => reply !== null)).toHaveLength(1);
  });

  it('a reply to a sender is claimed only within its range, by the current clock', async () => {
    const now = server.clock().getTime();
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
    await put({ from: at(DAY), until: at(2 * DAY) });
    expect(await take()).toBeNull();
    await server.advanceSignedIn(DAY);
    expect(await take()).not.toBeNull();
    await server.advanceSignedIn(DAY);
    expect(await take('dave@senders.example')).toBeNull();
  });

  it('a reply to a sender is soon sent again after a clock has been wrong', async () => {
    const wrong = createAutoReplies(
      server.db,
      () => new Date(server.clock().getTime() + 400 * DAY),
      server.config.mail.sendLimits,
    );
    expect(await wrong.take('ann', { address: 'carol@senders.example', name: '' })).not.toBeNull();
    expect(await take()).not.toBeNull();
    expect(await take()).toBeNull();
  });

  it('a reply to a sender is not claimed for other handles, while sending is paused, or without a saved reply', async () => {
    expect(await replies().take('ann-of-the-hills', { address: 'carol@senders.example', name: '' })).toBeNull();
    expect(await replies().take('nobody', { address: 'carol@senders.example', name: '' })).toBeNull();
    const paused = { handle_id: id, paused_at: new Date(), pause_reason: 'bounces' as const };
    await server.db.insertInto('sending_settings').values(paused).execute();
    expect(await take()).toBeNull();
    await server.db.deleteFrom('sending_settings').execute();
    await put({ enabled: false });
    expect(await take()).toBeNull();
  });

  it('replies only to people who have written before, if the owner chose that', async () => {
    await put({ audience: 'contacts' });
    const now = server.clock().getTime();
    const ago = (milliseconds: number) => new Date(now - milliseconds);
    await server.db
      .insertInto('contacts')
      .values([
        { handle_id: id, address: 'old@senders.example', created_at: ago(DAY) },
        { handle_id: id, address: 'new@senders.example', created_at: ago(1000) },
        { handle_id: freeId, address: 'other@senders.example', created_at: ago(DAY) },
      ])
      .execute();
    const flight = { handle_id: id, recipient: 'r', author: 'a', client: '192.0.2.1', size: 1, events: '[]' };
    await server.db
      .insertInto('flights')
      .values([
        { ...flight, id: 'a1', sender: 'Wrote@senders.example', state: 'delivered', received_at: ago(DAY) },
        { ...flight, id: 'a2', sender: 'first@senders.example', state: 'delivered', received_at: ago(1000) },
        { ...flight, id: 'a3', sender: 'refused@senders.example', state: 'refused', received_at: ago(DAY) },
        {
          ...flight,
          id: 'a4',
          sender: 'sent@senders.example',
          state: 'delivered',
          received_at: ago(DAY),
          direction: 'sent',
        },
        {
          ...flight,
          id: 'a5',
          handle_id: freeId,
          sender: 'free@senders.example',
          state: 'delivered',
          received_at: ago(DAY),
        },
      ])
      .execute();
    const known = ['old', 'new', 'other', 'wrote', 'first', 'refused', 'sent', 'free', 'stranger'];
    const taken: string[] = [];
    for (const local of known) if (await take(`${local}@senders.example`)) taken.push(local);
    expect(taken).toEqual(['old', 'wrote']);
  });
});

describe('a test of the reply', () => {
  const test = (handle = id) => ann.request('POST', `/api/handles/${handle}/auto-reply/test`);

  it('a test of the reply is queued to the verified inbox as sent mail from the null sender, and appears in the delivery log immediately', async () => {
    await put({ enabled: false });
    const response = await test();
    expect([response.status, response.body]).toEqual([202, { flightId: expect.any(String) }]);
    const { flightId } = response.body;
    const copy = await server.db
      .selectFrom('mail_recipients')
      .selectAll()
      .where('id', '=', flightId)
      .executeTakeFirstOrThrow();
    expect(copy).toMatchObject({
      sender: '',
      destination: 'ann@inbox.example',
      recipient: 'ann@mail.example',
      traffic: 'sent',
      key: 'ann',
    });
    const flight = await server.db
      .selectFrom('flights')
      .selectAll()
      .where('id', '=', flightId)
      .executeTakeFirstOrThrow();
    expect(flight).toMatchObject({
      handle_id: id,
      direction: 'sent',
      state: 'queued',
      recipient: 'ann@inbox.example',
      sender: 'ann@mail.example',
      subject: null,
    });
  });

  it('a test of the reply needs a plan and a verified inbox', async () => {
    expect((await test(freeId)).body.code).toBe('plan_without_auto_reply');
    await server.db.deleteFrom('forwardings').where('handle_id', '=', id).execute();
    expect((await test()).body.code).toBe('no_inbox');
  });
});
