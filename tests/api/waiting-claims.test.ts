import { beforeEach, describe, expect, it } from 'vitest';
import { WAITING_DAYS } from '../../contract/claims/waiting-claims.ts';
import { DAY } from '../../contract/time.ts';
import { eraseClosedAccounts } from '../../server/account-deletion/erasure.ts';
import { endOldClaims, notifyOfWaiting } from '../../server/handles/waiting/waiting-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { untilBlocked } from '../support/api/blocked-query.ts';
import { type ApiResponse, Person } from '../support/api/person.ts';
import { claimWays } from '../support/claims/claim-ways.ts';
import { Buyer, mailTo, ownerOf } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
const { newNames, setClaims, signedIn, linkTo, ways } = claimWays(server, paypal);
beforeEach(async () => {
  await server.db.deleteFrom('waiting_claims').execute();
  await setClaims({ mode: 'approval' });
  await server.sentEmails();
});

const ask = (email: string, handle: string) =>
  new Person(server).request('POST', '/api/send-magic-link', { email, handle });

/** Makes a claim wait, and returns its id in the list of the administrators. */
async function waiting(email: string, handle: string): Promise<number> {
  expect((await ask(email, handle)).status).toBe(200);
  expect((await new Person(server).request('POST', await linkTo(email))).status).toBe(303);
  const admin = await signedInAdmin(server);
  const claims: { id: number; handle: string }[] = (await admin.request('GET', '/api/admin/claims')).body;
  return claims.find((claim) => claim.handle === handle)?.id ?? 0;
}

describe('a claim that waits', () => {
  it('holds the handle from the click on, shows that, and is given when an administrator approves it', async () => {
    const { email, free } = newNames('inbox.example');
    await ask(email, free);
    const [sent] = await server.sentEmails();
    expect(sent?.subject).toBe(`Ask for ${free} on localhost:3000`);
    const link = /\/link\/[\w-]+/.exec(sent?.text ?? '')?.[0] ?? '';
    const person = new Person(server);
    expect((await person.request('GET', link)).text).toContain(`Ask for ${free}`);
    expect((await person.request('GET', `/api/check-handle/${free}`)).body.available).toBe(true);
    const clicked = await person.request('POST', link);
    expect([clicked.status, clicked.headers.location]).toEqual([303, link]);
    expect((await person.request('GET', link)).text).toContain(`${free} is held for you`);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
    expect((await person.request('GET', `/api/check-handle/${free}`)).body).toMatchObject({ reason: 'taken' });
    const other = newNames('inbox.example');
    expect((await ask(other.email, free)).body.code).toBe('handle_taken');
    const accounts = server.db.selectFrom('accounts').select('id').where('email', '=', email);
    expect(await accounts.execute()).toEqual([]);

    const admin = await signedInAdmin(server);
    const [claim] = (await admin.request('GET', '/api/admin/claims')).body;
    expect(claim).toMatchObject({ handle: free, email, plan: 'Free' });
    expect(Date.parse(claim.until) - Date.parse(claim.createdAt)).toBe(WAITING_DAYS * DAY);
    expect((await admin.request('POST', `/api/admin/claims/${claim.id}/approve`)).status).toBe(200);
    expect(await ownerOf(server, free)).toBe(email);
    expect(await mailTo(server, email)).toEqual([`${free} on localhost:3000: approved`]);
    expect((await person.request('GET', link)).text).toContain('We email you the decision');
    const [entry] = (await admin.request('GET', '/api/admin/audit')).body;
    expect(entry).toMatchObject({ act: 'approve claim', target: `handle ${free}` });
    expect((await admin.request('POST', `/api/admin/claims/${claim.id}/approve`)).status).toBe(404);
  });

  it('answers the dashboard with 202, also the second time', async () => {
    await setClaims({ mode: 'open' });
    const { email, free } = newNames('inbox.example');
    const person = await signedIn(email);
    await setClaims({ mode: 'approval' });
    for (const _ of ['first', 'second']) {
      const answer = await person.request('POST', '/api/profiles', { username: free });
      expect([answer.status, answer.body]).toEqual([202, { state: 'waiting' }]);
    }
    expect(await server.db.selectFrom('waiting_claims').select('handle').execute()).toEqual([{ handle: free }]);
    expect((await person.request('GET', '/api/account/export')).body.waitingClaims).toMatchObject([{ handle: free }]);
  });

  it('is one of at most three of an inbox, however its address is written', async () => {
    const { email } = newNames('inbox.example');
    for (const number of [1, 2, 3]) await waiting(email.replace('@', `+${number}@`), newNames('inbox.example').free);
    const { free } = newNames('inbox.example');
    await ask(email, free);
    const refused = await new Person(server).request('POST', await linkTo(email));
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_waiting']);
  });

  it('is the only one for its handle if two people ask at the same moment', async () => {
    const { free } = newNames('inbox.example');
    const links: string[] = [];
    for (const _ of ['first', 'second']) {
      const { email } = newNames('inbox.example');
      await ask(email, free);
      links.push(await linkTo(email));
    }
    const clicks = await Promise.all(links.map((link) => new Person(server).request('POST', link)));
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 409]);
  });

  it('is told to the administrators who decide, once for all claims of ten minutes', async () => {
    for (const _ of ['first', 'second']) {
      const { email, free } = newNames('inbox.example');
      await waiting(email, free);
    }
    const jobs = await server.pool.query(
      `select run_at > now() + interval '9 minutes' as later from graphile_worker.jobs where task_identifier = 'notify-waiting-claims'`,
    );
    expect(jobs.rows).toEqual([{ later: true }]);
    await setClaims({ mode: 'open' });
    for (const role of ['moderation', 'finance'] as const) {
      const { email } = newNames('inbox.example');
      await signedIn(email);
      await server.db.updateTable('accounts').set({ admin_role: role }).where('email', '=', email).execute();
    }
    await notifyOfWaiting(server.db, ['admin@example.test']);
    const told = (await server.sentEmails()).filter(({ subject }) => subject?.includes('wait'));
    expect(told.map(({ subject }) => subject)).toEqual(Array(2).fill('2 claims wait for a decision on localhost:3000'));
    expect(told[0]?.text).toContain('/app/adm?tab=claims');
    await server.db.deleteFrom('waiting_claims').execute();
    await notifyOfWaiting(server.db, ['admin@example.test']);
    expect(await server.sentEmails()).toEqual([]);
  });

  it('ends after 14 days with an email, and its handle is free again', async () => {
    const [old, recent] = [newNames('inbox.example'), newNames('inbox.example')];
    await waiting(old.email, old.free);
    await waiting(recent.email, recent.free);
    const long = new Date(server.clock().getTime() - WAITING_DAYS * DAY - 1);
    await server.db.updateTable('waiting_claims').set({ created_at: long }).where('handle', '=', old.free).execute();
    await endOldClaims(server.db, server.clock());
    expect(await mailTo(server, old.email)).toEqual([`${old.free} on localhost:3000: not decided`]);
    expect(await server.db.selectFrom('waiting_claims').select('handle').execute()).toEqual([{ handle: recent.free }]);
    expect((await ask(old.email, old.free)).status).toBe(200);
  });

  it('goes with the account of its address', async () => {
    await setClaims({ mode: 'open' });
    const { email, free } = newNames('inbox.example');
    const person = await signedIn(email);
    await setClaims({ mode: 'approval' });
    await person.request('POST', '/api/profiles', { username: free });
    const closed = new Date(server.clock().getTime() - 15 * DAY);
    await server.db.updateTable('accounts').set({ closed_at: closed }).where('email', '=', email).execute();
    await eraseClosedAccounts(server.db, server.clock());
    expect(await server.db.selectFrom('waiting_claims').selectAll().execute()).toEqual([]);
  });
});

describe('a decision', () => {
  it('refuses a claim with a reason, which the person gets, and frees the handle', async () => {
    const { email, free } = newNames('inbox.example');
    const id = await waiting(email, free);
    const admin = await signedInAdmin(server);
    expect((await admin.request('POST', `/api/admin/claims/${id}/refuse`, {})).status).toBe(400);
    expect((await admin.request('POST', `/api/admin/claims/${id}/refuse`, { reason: 'Members only.' })).status).toBe(
      200,
    );
    const [told] = (await server.sentEmails()).filter(({ sentTo }) => sentTo === email);
    expect([told?.subject, told?.text?.includes('Members only.')]).toEqual([
      `${free} on localhost:3000: refused`,
      true,
    ]);
    expect(await ownerOf(server, free)).toBeUndefined();
    expect((await ask(email, free)).status).toBe(200);
    const [entry] = (await admin.request('GET', '/api/admin/audit')).body;
    expect(entry).toMatchObject({ act: 'refuse claim', target: `handle ${free}`, reason: 'Members only.' });
  });

  it('is made by one of two administrators who decide at the same moment', async () => {
    const { email, free } = newNames('inbox.example');
    const id = await waiting(email, free);
    const admin = await signedInAdmin(server);
    const answers = await Promise.all([
      admin.request('POST', `/api/admin/claims/${id}/approve`),
      admin.request('POST', `/api/admin/claims/${id}/refuse`, { reason: 'No.' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('also gives the handle after the rule has changed, and not to a suspended account', async () => {
    const [one, two] = [newNames('inbox.example'), newNames('inbox.example')];
    const id = await waiting(one.email, one.free);
    await setClaims({ mode: 'open' });
    const suspended = await signedIn(two.email);
    await setClaims({ mode: 'approval' });
    await suspended.request('POST', '/api/profiles', { username: two.free });
    await server.db
      .updateTable('accounts')
      .set({ suspended_at: server.clock() })
      .where('email', '=', two.email)
      .execute();
    await setClaims({ mode: 'closed' });
    const admin = await signedInAdmin(server);
    expect((await admin.request('POST', `/api/admin/claims/${id}/approve`)).status).toBe(200);
    expect(await ownerOf(server, one.free)).toBe(one.email);
    const [claim] = (await admin.request('GET', '/api/admin/claims')).body;
    const refused = await admin.request('POST', `/api/admin/claims/${claim.id}/approve`);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended']);
    expect((await admin.request('GET', '/api/admin/claims')).body).toHaveLength(1);
  });

  it('holds a handle that costs something for its payment by that person', async () => {
    const { email, paid } = newNames('inbox.example');
    const buyer = new Buyer(server, paypal, paid, email);
    expect((await buyer.order()).body.code).toBe('claims_approval');
    const id = await waiting(email, paid);
    const admin = await signedInAdmin(server);
    await admin.request('POST', `/api/admin/claims/${id}/approve`);
    expect(await ownerOf(server, paid)).toBeUndefined();
    const [told] = (await server.sentEmails()).filter(({ sentTo }) => sentTo === email);
    const invitation = /invitation=([\w.-]+)/.exec(told?.text ?? '')?.[1] ?? '';
    expect((await admin.request('GET', '/api/admin/invitations')).body).toEqual([]);

    const stranger = newNames('inbox.example');
    const withLink = (address: string) =>
      new Person(server).request('POST', '/api/send-magic-link', { email: address, handle: paid, invitation });
    expect((await withLink(stranger.email)).body.code).toBe('handle_taken');
    expect((await withLink(email)).status).toBe(200);
    await buyer.request('POST', await linkTo(email));
    const order = await buyer.approved('complete', { invitation });
    expect((await buyer.capture(order)).status).toBe(200);
    expect((await buyer.complete(order)).status).toBe(200);
    expect(await ownerOf(server, paid)).toBe(email);
  });
});

describe('a rule that changes while a last step of a claim waits for a lock', () => {
  /** Runs a step, changes the rule while the step waits for the account of the person, and returns the response. */
  async function changedDuring(email: string, step: () => Promise<ApiResponse>): Promise<ApiResponse> {
    let answer: Promise<ApiResponse> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('email', '=', email).forUpdate().execute();
      answer = step();
      await untilBlocked(server, 1);
      await setClaims({ mode: 'closed' });
    });
    if (!answer) throw new Error('the step was not taken');
    return answer;
  }

  it.each([
    'the click on a claim link',
    'POST /api/profiles, which the dashboard sends too',
    'the completion of a paid claim',
    'the acceptance of a transfer',
  ])('refuses %s', async (name) => {
    await setClaims({ mode: 'open' });
    const domain = `race-${name.length}.example`;
    const way = ways[name];
    if (!way) throw new Error(`no way ${name}`);
    const { step, handle, email } = await way.begin(domain);
    if (name.startsWith('the click')) await server.db.insertInto('accounts').values({ email }).execute();
    const before = await ownerOf(server, handle);
    const answer = await changedDuring(email, step);
    const expected = name.startsWith('the completion') ? [409, 'claim_refused_refunded'] : [403, 'claims_closed'];
    expect([answer.status, (answer.body as { code: string }).code]).toEqual(expected);
    expect(await ownerOf(server, handle)).toBe(before);
  });
});
