import { beforeAll, expect, it } from 'vitest';
import { adminDeliveries } from '../../contract/admin/mail.ts';
import { MINUTE } from '../../contract/time.ts';
import { newId } from '../../mail/message/message-id.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
let handleId: number;
let memberId: number;
/** Ids of messages, oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  admin = await signedInAdmin(server);
  const ann = new Person(server);
  await ann.claim('ann-of-the-trace', 'ann@inbox.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
  const account_id = (await ann.request('GET', '/api/user')).body.id;
  const member = { handle_id: handleId, account_id, email: 'mia@inbox.example', role: 'manager', mail: true };
  const joined = { expires_at: new Date(), joined_at: new Date(), address: 'mia@secret.test' };
  memberId = (
    await server.db
      .insertInto('handle_members')
      .values({ ...member, ...joined })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  for (let ago = 3; ago >= 0; ago -= 1) ids.push(newId(new Date(server.clock().getTime() - ago * MINUTE)));
});

async function log(id: string, { events = [], ...rest }: { events?: object[]; [column: string]: unknown }) {
  const mail = { recipient: 'ann-of-the-trace@localhost', sender: `${id}@senders.test`, author: 'x@senders.test' };
  const at = new Date(server.clock().getTime() - (3 - ids.indexOf(id.slice(0, 20))) * MINUTE);
  await server.db
    .insertInto('flights')
    .values({
      id,
      handle_id: handleId,
      ...mail,
      subject: 'A secret subject',
      client: '192.0.2.1',
      size: 100,
      received_at: at,
      state: 'delivered',
      events: JSON.stringify(events),
      ...rest,
    })
    .execute();
}

const trace = (query: string) => admin.request('GET', `/api/admin/mail?${query}`);
const lastAct = async () => (await admin.request('GET', '/api/admin/audit?limit=1')).body[0];

it('lists the mail of a handle as its owner sees it, without subjects, and records each look', async () => {
  const at = server.clock().toISOString();
  const [first = '', second = '', third = ''] = ids;
  await log(first, {
    state: 'refused',
    events: [{ at, step: 'refused', code: 550, words: 'no such user ann@inbox.example' }],
  });
  await log(second, {
    state: 'queued',
    events: [
      { at, step: 'tried', code: 451, words: 'later', host: 'mx.inbox.test' },
      { at, step: 'tried', code: 451, words: 'not now, mia@secret.test', host: 'mx.secret.test', inbox: memberId },
    ],
  });
  await log(third, { sender: 'bank@bank.test' });
  const { status, body } = await trace('handle=Ann-Of-The-Trace');
  expect([status, adminDeliveries.parse(body)]).toEqual([200, body]);
  expect(body.map(({ id }: { id: string }) => id)).toEqual([third, second, first]);
  expect(body[2]).toMatchObject({
    handle: 'ann-of-the-trace',
    state: 'refused',
    events: [{ code: 550, words: expect.any(String) }],
  });
  // The reply of the server of a member's inbox is for the member only.
  expect(body[1].events).toMatchObject([{ words: 'later' }, { inbox: 'ann@inbox.example' }]);
  const text = JSON.stringify(body);
  for (const hidden of ['A secret subject', 'mia@secret.test', 'mx.secret.test']) expect(text).not.toContain(hidden);
  expect(await lastAct()).toMatchObject({
    actor: 'admin@example.test',
    act: 'look at mail',
    target: `handle ${handleId} (ann-of-the-trace)`,
  });
  expect(await readAllPages(admin, '/api/admin/mail?handle=ann-of-the-trace@localhost&limit=1')).toEqual(body);
  const found = await trace('handle=ann-of-the-trace&search=bank');
  expect(found.body.map(({ id }: { id: string }) => id)).toEqual([third]);
  expect(await lastAct()).toMatchObject({ after: { search: 'bank' } });
});

it('finds the deliveries of a message by every form of its id, with the copies in the queue', async () => {
  const message = ids[3] ?? '';
  await log(`${message}-1`, { state: 'queued' });
  await log(`${message}-2`, { handle_id: null, recipient: 'postmaster@localhost' });
  await server.db.insertInto('mail_messages').values({ id: message, report_to: '', size: 1, utf8: false }).execute();
  const copy = {
    message_id: message,
    destination: 'x@secret.test',
    domain: 'secret.test',
    recipient: 'x',
    key: 'k',
    sender: '',
  };
  const next_try_at = new Date('2027-01-01T00:00:00Z');
  await server.db
    .insertInto('mail_recipients')
    .values([
      {
        ...copy,
        id: `${message}-1.1`,
        group_id: `${message}-1`,
        next_try_at,
        attempts: 3,
        last_words: '451 greylisted',
        held: true,
      },
      {
        ...copy,
        id: `${message}-1.2`,
        group_id: `${message}-1`,
        next_try_at,
        last_words: '550 x@secret.test',
        member_id: memberId,
      },
      { ...copy, id: `${message}-3`, next_try_at },
    ])
    .execute();
  const forms = [message, `${message}-1`, `${message}-1.2`, message.toUpperCase(), `250 2.0.0 Ok: taken as ${message}`];
  for (const form of [...forms, `<${message}@localhost>`]) {
    const { status, body } = await trace(`id=${encodeURIComponent(form)}`);
    expect([form, status]).toEqual([form, 200]);
    expect(body).toMatchObject([
      {
        id: `${message}-1`,
        handle: 'ann-of-the-trace',
        state: 'queued',
        queue: [
          {
            id: `${message}-1.1`,
            attempts: 3,
            nextAt: next_try_at.toISOString(),
            held: true,
            lastReply: '451 greylisted',
          },
          { id: `${message}-1.2`, lastReply: null },
        ],
      },
      { id: `${message}-2`, handle: null, queue: [] },
    ]);
  }
  expect(await lastAct()).toMatchObject({
    act: 'look at mail',
    target: `mail ${message}`,
    after: { handles: ['ann-of-the-trace'] },
  });
});

it('records nothing if nothing is found, and rejects a query with neither or both parameters', async () => {
  const before = await lastAct();
  const unknown = newId(server.clock());
  for (const query of [`id=${unknown}`, 'id=hello', 'id=%00', 'handle=no-such-handle', `id=${'0'.repeat(300)}`])
    expect([query, (await trace(query)).status]).toEqual([query, 404]);
  for (const query of ['', `id=${unknown}&handle=ann-of-the-trace`, 'handle=', 'handle=ann-of-the-trace&limit=101'])
    expect([query, (await trace(query)).status]).toEqual([query, 400]);
  expect((await trace('handle=ann-of-the-trace&after=nothing')).body).toEqual([]);
  expect(Number((await lastAct()).id)).toBe(Number(before.id) + 1);
});

it('counts what waits for an administrator', async () => {
  const waiting = async () => (await admin.request('GET', '/api/admin/waiting')).body;
  // One copy has been held since the test above.
  expect(await waiting()).toEqual({ support: 0, pageReports: 0, mailQueue: 1, payments: 0, claims: 0 });
  const { id: account_id } = await server.db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow();
  const request = { account_id, subject: 'Help', text: 'Please.', priority: false };
  await server.db
    .insertInto('support_requests')
    .values([request, { ...request, state: 'answered' }, ...Array.from({ length: 120 }, () => request)])
    .execute();
  const report = { handle_id: handleId, opened_at: server.clock() };
  await server.db
    .insertInto('page_cases')
    .values([report, { ...report, state: 'dismissed', closed_at: server.clock() }])
    .execute();
  await server.db.updateTable('mail_queue_state').set({ paused_at: server.clock(), pause_reason: 'test' }).execute();
  const payment = {
    client_id: 'c',
    created_at: server.clock(),
    next_check_at: server.clock(),
    plan: 'Plus',
    price_cents: 499,
  };
  await server.db
    .insertInto('payments')
    .values([
      { ...payment, reference: '00000000-0000-4000-8000-000000000001', state: 'refunding', problem: 'refund: DENIED' },
      { ...payment, reference: '00000000-0000-4000-8000-000000000002', state: 'refunding' },
      { ...payment, reference: '00000000-0000-4000-8000-000000000003', state: 'lapsed', problem: 'old' },
    ])
    .execute();
  expect(await waiting()).toEqual({ support: 100, pageReports: 1, mailQueue: 2, payments: 1, claims: 0 });
});
