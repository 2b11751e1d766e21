import { beforeAll, expect, it } from 'vitest';
import {
  type AdminSupportRequest,
  adminSupportDetails,
  adminSupportRequests,
  adminSupportSummary,
  type SupportState,
} from '../../contract/support/support.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
let accountId: number;
beforeAll(async () => {
  admin = await signedInAdmin(server);
  const person = new Person(server);
  await person.claim('somebody-who-writes', 'writer@inbox.example');
  ({ id: accountId } = (await person.request('GET', '/api/user')).body);
});

interface Row {
  subject: string;
  priority?: boolean;
  state?: SupportState;
  /** Minutes until the answer. */
  replied?: number;
  daysAgo?: number;
}

async function add({ subject, priority = false, state = 'open', replied, daysAgo = 1 }: Row): Promise<number> {
  const created_at = new Date(server.clock().getTime() - daysAgo * DAY);
  const { id } = await server.db
    .insertInto('support_requests')
    .values({
      account_id: accountId,
      subject,
      text: 'Please help.',
      priority,
      plan: 'Plus',
      state,
      created_at,
      closed_at: state === 'closed' ? server.clock() : null,
      answered_at: replied === undefined ? null : new Date(created_at.getTime() + replied * MINUTE),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const list = (query = '') => admin.request<AdminSupportRequest[]>('GET', `/api/admin/support${query}`);
const subjects = (items: AdminSupportRequest[]) => items.map(({ subject }) => subject);
const change = (id: number, body: object) => admin.request('PATCH', `/api/admin/support/${id}`, body);

it('lists open requests first, priority before others, oldest first; then the rest, newest first', async () => {
  expect((await list()).body).toEqual([]);
  const rows: Row[] = [
    { subject: 'closed old', state: 'closed', priority: true },
    { subject: 'open 1' },
    { subject: 'priority 1', priority: true },
    { subject: 'answered', state: 'answered', replied: 5 },
    { subject: 'open 2' },
    { subject: 'priority 2', priority: true },
    { subject: 'closed new', state: 'closed' },
  ];
  for (const row of rows) await add(row);
  const { body } = await list();
  expect(adminSupportRequests.parse(body)).toEqual(body);
  expect(subjects(body)).toEqual([
    'priority 1',
    'priority 2',
    'open 1',
    'open 2',
    'closed new',
    'answered',
    'closed old',
  ]);
  expect(body[0]).toEqual({
    id: expect.any(Number),
    email: 'writer@inbox.example',
    subject: 'priority 1',
    text: 'Please help.',
    handle: null,
    plan: 'Plus',
    priority: true,
    state: 'open',
    createdAt: expect.any(String),
    answeredAt: null,
  });
  for (const limit of [1, 2, 3, 6]) {
    expect(await readAllPages<AdminSupportRequest>(admin, `/api/admin/support?limit=${limit}`)).toEqual(body);
  }
  expect(subjects((await list('?state=closed')).body)).toEqual(['closed new', 'closed old']);
  const closed = await readAllPages<AdminSupportRequest>(admin, '/api/admin/support?limit=1&state=closed');
  expect(subjects(closed)).toEqual(['closed new', 'closed old']);
  for (const wrong of ['after=x', 'after=3.0.1', 'after=0.1.9999999999', "after=0.1.1'", 'state=lost', 'limit=0']) {
    expect((await list(`?${wrong}`)).status, wrong).toBe(400);
  }
});

it('marks a request as answered, closes and reopens it, with an audit entry for each change', async () => {
  const id = await add({ subject: 'to be answered' });
  const auditOf = async () =>
    (await admin.request<{ target: string; act: string }[]>('GET', '/api/admin/audit')).body.filter(
      ({ target }) => target === `support request ${id}`,
    );
  const answered = await change(id, { state: 'answered' });
  expect(answered.body).toMatchObject({ id, state: 'answered', answeredAt: expect.any(String) });
  expect((await change(id, { state: 'answered' })).status).toBe(200);
  expect(await auditOf()).toHaveLength(1);
  server.advance(MINUTE);
  expect((await change(id, { state: 'open' })).body.state).toBe('open');
  await change(id, { state: 'answered' });
  // The time of the first reply stays the same.
  expect((await change(id, { state: 'closed' })).body).toMatchObject({
    state: 'closed',
    answeredAt: answered.body.answeredAt,
  });
  const stored = () =>
    server.db.selectFrom('support_requests').select('closed_at').where('id', '=', id).executeTakeFirst();
  expect(await stored()).toEqual({ closed_at: expect.any(Date) });
  await change(id, { state: 'open' });
  expect(await stored()).toEqual({ closed_at: null });
  expect(await auditOf()).toMatchObject([
    { act: 'reopen support request', before: { state: 'closed' }, after: { state: 'open' } },
    { act: 'close support request', before: { state: 'answered' } },
    { act: 'answer support request' },
    { act: 'reopen support request' },
    {
      act: 'answer support request',
      actor: 'admin@example.test',
      before: { state: 'open' },
      after: { state: 'answered' },
    },
  ]);
  expect((await change(1_999_999, { state: 'closed' })).status).toBe(404);
  for (const body of [{ state: 'lost' }, {}, { state: 'open', subject: 'x' }]) {
    expect((await change(id, body)).status).toBe(400);
  }
});

it('counts open requests, and summarises the reply times of the last 90 days, for priority requests and others', async () => {
  await server.db.deleteFrom('support_requests').execute();
  const summary = async () =>
    adminSupportSummary.parse((await admin.request('GET', '/api/admin/support/summary')).body);
  const none = { open: 0, answered: 0, median: null, slowest: null };
  expect(await summary()).toEqual({ priority: none, others: none });
  await add({ subject: 'open for long', daysAgo: 200 });
  await add({ subject: 'closed without an answer', state: 'closed' });
  await add({ subject: 'too long ago', state: 'closed', replied: 1, daysAgo: 91 });
  for (const replied of [30, 10, 50, 400]) await add({ subject: 'x', state: 'answered', replied });
  await add({ subject: 'reopened', priority: true, replied: 7 });
  await add({ subject: 'x', priority: true, state: 'closed', replied: 9 });
  expect(await summary()).toEqual({
    priority: { open: 1, answered: 2, median: 8, slowest: 9 },
    others: { open: 1, answered: 4, median: 40, slowest: 400 },
  });
});

it('mails an answer with the number of the request, keeps the answer, and marks the request as answered', async () => {
  const id = await add({ subject: 'How do I \u2026?' });
  const first = '/api/admin/support';
  const answer = (text: string, at = id) => admin.request('POST', `${first}/${at}/answers`, { text });
  expect((await admin.request('GET', `${first}/${id}`)).body).toMatchObject({ state: 'open', answers: [] });
  await server.sentEmails();
  const { status, body } = await answer('  Like this:\r\n\r\n1. Open the page.  ');
  expect([status, adminSupportDetails.parse(body)]).toEqual([201, body]);
  const kept = { by: 'admin@example.test', text: 'Like this:\n\n1. Open the page.', at: body.answeredAt };
  expect(body).toMatchObject({ id, state: 'answered', answers: [kept] });
  const [email] = await server.sentEmails();
  expect(email).toMatchObject({
    sentTo: 'writer@inbox.example',
    subject: `Re: How do I \u2026? (request ${id})`,
    replyTo: [{ name: '', address: server.config.support.email }],
  });
  expect(email?.text).toContain('Like this:\n\n1. Open the page.');
  expect(email?.text).toContain('> Please help.');
  // An automatic reply may answer this email, because a person wrote it. The administrator is not named.
  expect(email?.headers.some(({ key }) => key === 'auto-submitted')).toBe(false);
  expect(email?.text).not.toContain('admin@');
  await change(id, { state: 'closed' });
  server.advance(MINUTE);
  expect((await answer('And so on.')).body).toMatchObject({
    state: 'answered',
    answers: [kept, { text: 'And so on.' }],
  });
  const [noted] = (await admin.request('GET', '/api/admin/audit?limit=1')).body;
  expect(noted).toMatchObject({ act: 'answer support request', target: `support request ${id}` });
  expect(JSON.stringify(noted)).not.toContain('And so on');
  for (const wrong of ['', ' \n ', 'x'.repeat(5001), 'hidden\u202e']) expect((await answer(wrong)).status).toBe(400);
  expect((await answer('Hello.', 999_999)).status).toBe(404);
  expect((await admin.request('GET', `${first}/999999`)).status).toBe(404);
});

it('keeps an answer without its author after the author is gone, and deletes it with the request', async () => {
  const id = await add({ subject: 'erased' });
  const author = await server.db
    .insertInto('accounts')
    .values({ email: 'former@admins.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('support_answers')
    .values({ request_id: id, author_id: author.id, text: 'Yes.' })
    .execute();
  await server.db.deleteFrom('accounts').where('id', '=', author.id).execute();
  expect((await admin.request('GET', `/api/admin/support/${id}`)).body.answers).toMatchObject([
    { by: null, text: 'Yes.' },
  ]);
  await server.db.deleteFrom('support_requests').where('id', '=', id).execute();
  expect(await server.db.selectFrom('support_answers').where('request_id', '=', id).select('id').execute()).toEqual([]);
});

it('removes the requests of an account with the account', async () => {
  await add({ subject: 'x' });
  await server.db.updateTable('handles').set({ account_id: null }).where('account_id', '=', accountId).execute();
  await server.db.deleteFrom('accounts').where('id', '=', accountId).execute();
  expect((await list()).body).toEqual([]);
});
