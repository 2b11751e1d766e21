import { beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { Srs } from '../../mail/rewrite/srs.ts';
import { returnAddressSecrets } from '../../server/mail/return-address-secrets.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ SEND_LIMITS: 'Plus=8/80,Deluxe=8/80,Vanity=8/80', SECRET_KEY: 'k'.repeat(32) });
let number = 0;
beforeAll(async () => {
  // Just after the turn of an hour, so that no other turn occurs during a test.
  server.advance(HOUR - (Date.now() % HOUR));
});

/** Returns a person with a Plus handle and, unless `inbox` is null, a verified inbox. */
async function owner({ handle = `test${number++}`, hasInbox = true } = {}) {
  const made = await createSendingPerson(server, handle);
  const inbox = `inbox.of.${handle}@inbox.example`;
  if (hasInbox) {
    await server.db
      .insertInto('forwardings')
      .values({ handle_id: made.id, address: inbox, address_key: inbox, keep_subjects: true })
      .execute();
  }
  return { ...made, inbox, test: () => made.person.request('POST', `/api/handles/${made.id}/sending/test`) };
}

it('queues a signed message from the handle to its inbox as sent mail, and records its delivery', async () => {
  const { handle, inbox, test, id, person } = await owner();
  const sent = await test();
  expect([sent.status, sent.body]).toEqual([202, { flightId: expect.stringMatching(/^[0-9a-z]{20}$/) }]);
  const { flightId } = sent.body;
  const queued = await server.db
    .selectFrom('mail_recipients')
    .innerJoin('mail_chunks', 'mail_chunks.message_id', 'mail_recipients.message_id')
    .selectAll()
    .where('mail_recipients.id', '=', flightId)
    .executeTakeFirstOrThrow();
  expect(queued).toMatchObject({ destination: inbox, recipient: `${handle}@localhost`, key: handle, traffic: 'sent' });
  const srs = new Srs({
    domain: 'localhost',
    secrets: returnAddressSecrets(['k'.repeat(32)]),
    clock: server.clock,
    tokens: { put: async () => {}, get: async () => null },
  });
  expect(await srs.read(queued.sender.split('@')[0] ?? '')).toMatchObject({
    valid: true,
    sent: { key: handle, id: flightId },
  });
  const { person: stranger } = await owner();
  const record = await server.db
    .selectFrom('forwardings')
    .select('id')
    .where('handle_id', '=', id)
    .executeTakeFirstOrThrow();
  const flight = `/api/email-forwarding/${record.id}/flights/${flightId}`;
  expect((await person.request('GET', flight)).body).toMatchObject({
    id: flightId,
    direction: 'sent',
    sender: `${handle}@localhost`,
    recipient: inbox,
    state: 'queued',
    subject: `Test from ${handle}@localhost`,
    client: '',
  });
  expect((await stranger.request('GET', flight)).status).toBe(404);
  expect((await person.request('GET', `/api/handles/${id}/sending`)).body.used).toEqual({ hour: 1, day: 1 });
});

it('refuses a test of a handle without an inbox, of one that is paused, and of one whose plan has no sending', async () => {
  const code = async ({ test }: { test: () => Promise<{ status: number; body: { code: string } }> }) => {
    const { status, body } = await test();
    return [status, body.code];
  };
  expect(await code(await owner({ hasInbox: false }))).toEqual([409, 'no_inbox']);
  expect(await code(await owner({ handle: 'eleven-long' }))).toEqual([403, 'plan_without_sending']);
  const resting = await owner();
  await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', resting.id).execute();
  expect(await code(resting)).toEqual([403, 'plan_without_sending']);
  const paused = await owner();
  const pause = { paused_at: server.clock(), pause_reason: 'complaints' };
  await server.db
    .insertInto('sending_settings')
    .values({ handle_id: paused.id, ...pause })
    .execute();
  expect(await code(paused)).toEqual([409, 'sending_paused']);
  const stopped = await owner();
  const gone = { paused_at: server.clock(), pause_reason: 'inbox-gone' };
  await server.db.updateTable('forwardings').set(gone).where('handle_id', '=', stopped.id).execute();
  expect(await code(stopped)).toEqual([409, 'no_inbox']);
  expect(await server.db.selectFrom('mail_recipients').select('id').execute()).toHaveLength(1);
});

it('counts against the limits of the handle, and against the emails of its inbox', async () => {
  const { test, id } = await owner();
  expect([(await test()).status, (await test()).status]).toEqual([202, 202]);
  const limited = await test();
  expect([limited.status, limited.body.code]).toEqual([429, 'sending_limit']);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(3600);
  const first_sent_at = new Date(server.clock().getTime() - 30 * DAY);
  await server.db.updateTable('sending_settings').set({ first_sent_at }).where('handle_id', '=', id).execute();
  const more = [(await test()).status, (await test()).status, (await test()).status];
  expect(more).toEqual([202, 202, 202]);
  expect((await test()).body.code).toBe('too_many_letters');
  // A refused test counts nothing.
  const [usage] = await server.db
    .selectFrom('sending_usage')
    .select('recipients')
    .where('handle_id', '=', id)
    .execute();
  expect(usage).toEqual({ recipients: 5 });
});
