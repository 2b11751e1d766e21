import { beforeAll, describe, expect, it } from 'vitest';
import type { MailReport } from '../../mail/message/mail-report.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createReportStore } from '../../server/mail/adapters/received-reports.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { createDepartingPerson } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { Buyer, ledger } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
let admin: Person;
const reason = 'Somebody complained.';
beforeAll(async () => {
  admin = await signedInAdmin(server);
});

const acts = async (limit = 1) => (await admin.request('GET', `/api/admin/audit?limit=${limit}`)).body;

describe('a suspended handle', () => {
  it('hides the page and rejects the mail of a suspended handle, and restores both after the suspension', async () => {
    const { ada, handle } = await createDepartingPerson(server);
    const [{ id }] = (await ada.request('GET', '/api/handles')).body;
    const look = async () => {
      // Another process receives the change through the database channel.
      server.pageCache.clear();
      return [
        (await ada.request('GET', `/${handle}`)).status,
        (await ada.request('GET', `/api/profile/${handle}`)).status,
        (await createDirectory(server.db, []).resolve(handle)).kind,
        (await ada.request('GET', '/api/handles')).body[0].status,
      ];
    };
    expect(await look()).toEqual([200, 200, 'forward', 'active']);
    const suspend = `/api/admin/handles/${id}/suspend`;
    for (const body of [undefined, {}, { reason: ' ' }])
      expect((await admin.request('POST', suspend, body)).status).toBe(400);
    expect((await admin.request('POST', suspend, { reason })).status).toBe(200);
    expect(await look()).toEqual([404, 404, 'refuse', 'suspended']);
    expect((await admin.request('POST', suspend, { reason })).body.code).toBe('not_suspendable');
    expect((await admin.request('POST', `/api/admin/handles/${id}/unsuspend`, { reason })).status).toBe(200);
    expect(await look()).toEqual([200, 200, 'forward', 'active']);
    expect((await admin.request('POST', `/api/admin/handles/${id}/unsuspend`, { reason })).body.code).toBe(
      'not_suspended',
    );
    const [sample] = (await admin.request('GET', '/api/admin/handles?search=digital-universe')).body;
    const refused = await admin.request('POST', `/api/admin/handles/${sample.id}/suspend`, { reason });
    expect(refused.body.code).toBe('not_suspendable');
    expect(await acts(2)).toMatchObject([
      { act: 'unsuspend', target: `handle ${id} (${handle})`, reason, after: { status: 'active' } },
      { act: 'suspend', reason, before: { status: 'active' }, after: { status: 'suspended' } },
    ]);
  });

  it('moves a suspended handle into quarantine with the owner’s other handles when the owner deletes the account', async () => {
    const departing = await createDepartingPerson(server);
    const [{ id }] = (await departing.ada.request('GET', '/api/handles')).body;
    await admin.request('POST', `/api/admin/handles/${id}/suspend`, { reason });
    await departing.leave();
    expect(await departing.handleRow()).toMatchObject({ state: 'suspended' });
    await admin.request('POST', `/api/admin/handles/${id}/unsuspend`, { reason });
    expect(await departing.handleRow()).toMatchObject({ state: 'quarantined', state_before: 'active' });
    await departing.signIn(departing.ada);
    expect(await departing.handleRow()).toMatchObject({ state: 'active', state_before: null, suspended_from: null });
  });
});

describe('a suspended account', () => {
  it('ends the sessions of a suspended account, and no link signs in to it', async () => {
    const { ada, accountId, handle, email } = await createDepartingPerson(server);
    await ada.request('POST', '/api/profiles', { username: `${handle}-second` });
    const [first, second] = (await ada.request('GET', '/api/handles')).body;
    await admin.request('POST', `/api/admin/handles/${second.id}/suspend`, { reason });
    await ada.request('POST', '/api/send-login-magic-link', { email });
    const [sentEmail] = await server.sentEmails();
    expect((await admin.request('POST', `/api/admin/users/${accountId}/suspend`, { reason })).status).toBe(200);
    expect((await ada.request('GET', '/api/user')).status).toBe(401);
    expect(await server.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()).toEqual(
      [],
    );
    const refused = await ada.request('POST', linkIn(sentEmail?.text));
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended']);
    await ada.request('POST', '/api/send-magic-link', { email, handle: `${handle}-third` });
    const [claim] = await server.sentEmails();
    expect((await ada.request('POST', linkIn(claim?.text))).body.code).toBe('account_suspended');
    expect((await ada.request('GET', '/api/user')).status).toBe(401);
    expect((await createDirectory(server.db, []).resolve(handle)).kind).toBe('refuse');
    const [listed] = (await admin.request('GET', `/api/admin/users?search=${email}`)).body;
    expect(listed).toMatchObject({ id: accountId, suspended: true });
    expect((await admin.request('POST', `/api/admin/handles/${second.id}/unsuspend`, { reason })).body.code).toBe(
      'owner_suspended',
    );

    expect((await admin.request('POST', `/api/admin/users/${accountId}/unsuspend`, { reason })).status).toBe(200);
    expect((await ada.request('POST', linkIn(sentEmail?.text))).status).toBe(303);
    // A handle with its own suspension stays suspended.
    const states = (await ada.request('GET', '/api/handles')).body.map(({ status }: { status: string }) => status);
    expect(states).toEqual(['active', 'suspended']);
    expect(await acts(2)).toMatchObject([
      { act: 'unsuspend', target: `user ${accountId} (${email})`, after: { suspended: false, handles: [first.id] } },
      { act: 'suspend', reason, before: { suspended: false }, after: { suspended: true, handles: [first.id] } },
    ]);
  });

  it('does not let administrators suspend their own account', async () => {
    const { id } = (await admin.request('GET', '/api/user')).body;
    expect((await admin.request('POST', `/api/admin/users/${id}/suspend`, { reason })).body.code).toBe('own_account');
  });
});

describe('payments', () => {
  it('finds a payment and refunds it once, with the audit log entry in the same transaction', async () => {
    const buyer = new Buyer(server, paypal, 'shorty');
    const order = await buyer.buys();
    const { id } = await ledger(server, order);
    for (const search of ['SHOR', 'shorty@buy', order]) {
      const found = (await admin.request('GET', `/api/admin/payments?search=${encodeURIComponent(search)}`)).body;
      expect(found).toMatchObject([{ id, state: 'granted', price: 4.99, handle: 'shorty', email: buyer.email }]);
    }
    const [one, other] = await Promise.all(
      [1, 2].map(() => admin.request('POST', `/api/admin/payments/${id}/refund`, { reason })),
    );
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect((await ledger(server, order)).state).toBe('refunded');
    expect(paypal.count('POST', '/refund')).toBe(1);
    expect((await acts(2)).filter(({ act }: { act: string }) => act === 'refund')).toMatchObject([
      {
        target: `payment ${id} (${order})`,
        reason,
        before: { state: 'granted' },
        after: { state: 'refunding', cents: 499 },
      },
    ]);
    expect((await admin.request('POST', '/api/admin/payments/999999/refund', { reason })).body.code).toBe(
      'payment_unknown',
    );
  });

  it('lists payments newest first, page by page', async () => {
    for (const handle of ['second', 'third']) await new Buyer(server, paypal, handle).buys();
    const page = await admin.request('GET', '/api/admin/payments?limit=2');
    expect(page.body.map(({ handle }: { handle: string }) => handle)).toEqual(['third', 'second']);
    expect(String(page.headers.link)).toContain(`after=${page.body[1].id}`);
    const rest = await admin.request('GET', `/api/admin/payments?limit=2&after=${page.body[1].id}`);
    expect(rest.body.map(({ handle }: { handle: string }) => handle)).toEqual(['shorty']);
    expect(rest.headers.link).toBeUndefined();
  });
});

it('sends administrators responses that match the API description', async () => {
  const document = (await admin.request('GET', '/api/openapi.json')).body;
  const store = createReportStore({ db: server.db, adminEmails: [], clock: server.clock });
  const report: MailReport = {
    kind: 'tls',
    id: 'one',
    organization: 'A',
    contact: '',
    omitted: 0,
    policies: [],
    begins: null,
    ends: null,
    passed: 1,
    failed: 0,
  };
  await store.store({ report, reporter: 'reporter.test', about: null });
  const [{ id }] = (await admin.request('GET', '/api/admin/mail-reports')).body;
  const handle = 'a-page-that-was-reported';
  const ofHandle = server.db.insertInto('handles').values({ handle }).returning('id');
  const { id: handle_id } = await ofHandle.executeTakeFirstOrThrow();
  const ofCase = server.db.insertInto('page_cases').values({ handle_id, opened_at: server.clock() }).returning('id');
  const { id: caseId } = await ofCase.executeTakeFirstOrThrow();
  const asked = await admin.request('POST', '/api/support', { subject: 'Help', text: 'Please.' });
  const ids: Record<string, number> = { 'page-reports': caseId, support: asked.body.id };
  for (const route of Object.keys(ACCESS).filter((one) => one.startsWith('GET /api/admin/'))) {
    const [of = ''] = /page-reports|support/.exec(route) ?? [];
    const { url } = requestFor(route, { handle } as OwnedResources, String(ids[of] ?? id));
    const response = await admin.request('GET', url);
    expect([route, response.status]).toEqual([route, 200]);
    expect(undescribed(document, route, response)).toEqual([]);
  }
});

it("accepts administrators' writes only as JSON from its own pages", async () => {
  const writes = Object.keys(ACCESS).filter((one) => /^(POST|PUT|DELETE) \/api\/admin\//.test(one));
  expect(writes.length).toBe(27);
  for (const route of writes) {
    const [method, url] = route.replace(/:\w+/, '1').split(' ') as ['POST', string];
    const foreign = await admin.request(method, url, undefined, { origin: 'https://evil.example' });
    expect([route, foreign.body.code]).toEqual([route, 'wrong_origin']);
    const form = await admin.request(method, url, 'reason=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([route, form.body.code]).toEqual([route, 'wrong_content_type']);
  }
  expect((await new Person(server).request('GET', '/api/admin/users')).status).toBe(401);
});

// This test is the last, because it suspends and deletes everything that has the number of the account.
it('gives an administrator no session of another account by any call (attack 22)', async () => {
  const { accountId, handle, handleRow } = await createDepartingPerson(server);
  const idsOf = async (table: 'sessions' | 'mailed_links') =>
    (await server.db.selectFrom(table).select('id').execute()).map(({ id }) => `${table} ${id}`);
  const before = (await admin.request('GET', '/api/user')).body;
  const waysIn = [...(await idsOf('sessions')), ...(await idsOf('mailed_links'))];
  const refused: string[] = [];
  for (const route of Object.keys(ACCESS).filter((one) => one.includes(' /api/admin/'))) {
    const id = /handles|sending/.test(route) ? (await handleRow())?.id : accountId;
    const { method, url, body: own } = requestFor(route, { handle } as OwnedResources, String(id));
    const body = method === 'GET' ? undefined : { reason, ...own };
    const response = await admin.request(method, url, body);
    expect([route, response.headers['set-cookie']]).toEqual([route, undefined]);
    if (response.status >= 300) refused.push(route);
  }
  // Nothing with these numbers exists, the name of the package is taken, or the call takes no reason.
  expect(refused.map((route) => route.replace('/api/admin/', ''))).toEqual([
    'GET mail-reports/:id',
    'POST packages',
    'POST packages/rises',
    'PUT packages/:id',
    'DELETE packages/:id',
    'POST payments/:id/refund',
    'DELETE pictures/:name',
    'POST invitations',
    'DELETE invitations/:id',
    'POST claims/:id/approve',
    'POST claims/:id/refuse',
    'GET page-reports/:id',
    'POST page-reports/:id/decision',
    'POST page-reports/:id/appeal-decision',
    'PUT site',
    'POST site/pictures/upload',
    'POST site/pictures',
    'GET support/:id',
    'POST support/:id/answers',
    'PATCH support/:id',
  ]);
  expect((await admin.request('GET', '/api/user')).body).toEqual(before);
  const waysAfter = [...(await idsOf('sessions')), ...(await idsOf('mailed_links'))];
  expect(waysAfter.filter((one) => !waysIn.includes(one))).toEqual([]);
});
