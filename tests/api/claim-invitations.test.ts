import { beforeEach, describe, expect, it } from 'vitest';
import { type SiteDocument, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY, HOUR } from '../../contract/time.ts';
import { invitationCode } from '../../server/claim-invitations/invitation-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { untilBlocked } from '../support/api/blocked-query.ts';
import { type ApiResponse, Person } from '../support/api/person.ts';
import { claimWays } from '../support/claims/claim-ways.ts';
import { Buyer, ledger, mailTo, ownerOf } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
const { newNames, setClaims, signedIn, linkTo, invitation } = claimWays(server, paypal);
beforeEach(async () => {
  await setClaims({ mode: 'invitation' });
  await server.sentEmails();
});

const inDays = (days: number) => new Date(server.clock().getTime() + days * DAY);

/** Asks for a claim link with an invitation, and returns the response. */
const ask = (email: string, handle: string, code?: string) =>
  new Person(server).request('POST', '/api/send-magic-link', { email, handle, invitation: code });

/** Returns the code of the error, and its message. */
const refusal = ({ status, body }: { status: number; body: { code?: string; message?: string } }) => [
  status,
  body.code,
  body.message,
];

const NEW = 'Please ask for a new one.';
const NOT_VALID = [403, 'claims_invitation', `This invitation is not valid, or it was withdrawn. ${NEW}`];
const USED = [403, 'claims_invitation', `This invitation has been used already. ${NEW}`];

describe('an invitation', () => {
  it('is created with a link, listed, and deleted, which the audit log records', async () => {
    const admin = await signedInAdmin(server);
    const until = inDays(3).toISOString();
    const created = await admin.request('POST', '/api/admin/invitations', { uses: 5, until });
    expect(created.status).toBe(201);
    const { id, url } = created.body;
    expect(url).toMatch(/^http:\/\/localhost:3000\/create\?invitation=\d+\.[\w-]{22}$/);
    const [listed] = (await admin.request('GET', '/api/admin/invitations?limit=1')).body;
    expect(listed).toEqual({ ...created.body, uses: 5, used: 0, until, handle: null, url });
    const code = new URL(url).searchParams.get('invitation') ?? '';
    expect((await new Person(server).request('GET', `/api/claim-invitations/${code}`)).body).toEqual({
      valid: true,
      reason: null,
      until,
      handle: null,
    });
    expect((await admin.request('DELETE', `/api/admin/invitations/${id}`)).status).toBe(200);
    expect((await admin.request('DELETE', `/api/admin/invitations/${id}`)).status).toBe(404);
    expect((await new Person(server).request('GET', `/api/claim-invitations/${code}`)).body).toMatchObject({
      valid: false,
      reason: NOT_VALID[2],
    });
    const audit = (await admin.request('GET', '/api/admin/audit')).body;
    expect(audit.slice(0, 2)).toMatchObject([
      { act: 'delete invitation', before: { uses: 5, used: 0, until } },
      { act: 'create invitation', after: { uses: 5, until } },
    ]);
  });

  it.each([
    ['no uses', { uses: 0 }, 400],
    ['an end in the past', { until: inPast() }, 400],
    ['an end in two years', { until: new Date(Date.now() + 730 * DAY).toISOString() }, 400],
    ['a handle for two people', { uses: 2, handle: 'treasurer-of-club' }, 400],
    ['a handle that is no handle', { handle: '-treasurer' }, 400],
    ['a handle that mail programs trust', { handle: 'postmaster' }, 409],
    ['a handle that somebody has', { handle: 'digital-universe' }, 409],
  ])('is refused with %s', async (_, wanted, status) => {
    const admin = await signedInAdmin(server);
    const body = { uses: 1, until: inDays(3).toISOString(), ...wanted };
    expect((await admin.request('POST', '/api/admin/invitations', body)).status).toBe(status);
  });

  it('shows its link only to administrators who may invite', async () => {
    const { admin, id } = await invitation({ uses: 3 });
    await setClaims({ mode: 'open' });
    const { email } = newNames('inbox.example');
    const person = await signedIn(email);
    await server.db.updateTable('accounts').set({ admin_role: 'reader' }).where('email', '=', email).execute();
    const [own] = (await admin.request('GET', '/api/admin/invitations?limit=1')).body;
    const [read] = (await person.request('GET', '/api/admin/invitations?limit=1')).body;
    expect([own.id, own.url === null]).toEqual([id, false]);
    expect(read).toEqual({ ...own, url: null });
  });

  it('has a code that nobody can make who only has the database', async () => {
    const { id, code } = await invitation();
    const { email, free } = newNames('inbox.example');
    expect(refusal(await ask(email, free, invitationCode(['another secret'], id)))).toEqual(NOT_VALID);
    expect(refusal(await ask(email, free, code.replace(/^\d+/, String(id + 1))))).toEqual(NOT_VALID);
    expect(refusal(await ask(email, free, 'x'))).toEqual(NOT_VALID);
    expect((await ask(email, free, code)).status).toBe(200);
  });
});

function inPast(): string {
  return new Date(Date.now() - HOUR).toISOString();
}

describe('a claim with an invitation', () => {
  it('is completed in a second browser, which only has the emailed link', async () => {
    const { code } = await invitation();
    const { email, free } = newNames('inbox.example');
    await ask(email, free, code);
    expect((await new Person(server).request('POST', await linkTo(email))).status).toBe(303);
    expect(await ownerOf(server, free)).toBe(email);
    const other = newNames('inbox.example');
    expect(refusal(await ask(other.email, other.free, code))).toEqual(USED);
  });

  it('is refused if the invitation is deleted between the email and the click, and its link stays unused', async () => {
    const { admin, id, code } = await invitation();
    const { email, free } = newNames('inbox.example');
    await ask(email, free, code);
    const link = await linkTo(email);
    await admin.request('DELETE', `/api/admin/invitations/${id}`);
    expect(refusal(await new Person(server).request('POST', link))).toEqual(NOT_VALID);
    expect(await ownerOf(server, free)).toBeUndefined();
    await setClaims({ mode: 'open' });
    expect((await new Person(server).request('POST', link)).status).toBe(303);
  });

  it('is refused once the invitation has ended', async () => {
    const { email, free } = newNames('inbox.example');
    const until = new Date(server.clock().getTime() + HOUR);
    const { code } = await invitation({ until });
    await server.db
      .updateTable('claim_invitations')
      .set({ expires_at: new Date(server.clock().getTime() - 1000) })
      .where('expires_at', '=', until)
      .execute();
    const [status, error, message] = refusal(await ask(email, free, code));
    expect([status, error]).toEqual([403, 'claims_invitation']);
    expect(message).toMatch(/^This invitation ended on \d+ \w+ \d{4}, \d\d:\d\d UTC\. Please ask for a new one\.$/);
  });

  it('names the contact of the site', async () => {
    await setClaims({ mode: 'invitation' }, { contact: 'board@club.example' });
    const { email, free } = newNames('inbox.example');
    expect((await ask(email, free)).body.message).toBe(
      'You need an invitation to have a handle here. Please open the link of your invitation, or ask the people who run this site for one. You can write to board@club.example.',
    );
    expect((await ask(email, free, 'x')).body.message).toBe(`${NOT_VALID[2]} You can write to board@club.example.`);
  });

  it('does not use an invitation that it does not need', async () => {
    await setClaims({ mode: 'domains', domains: ['club.example'] });
    const { admin, code } = await invitation();
    const { email, free } = newNames('club.example');
    await ask(email, free, code);
    await new Person(server).request('POST', await linkTo(email));
    expect(await ownerOf(server, free)).toBe(email);
    expect((await admin.request('GET', '/api/admin/invitations?limit=1')).body[0].used).toBe(0);
  });

  it('gives one handle if two people use the last use at the same moment', async () => {
    const { id, code } = await invitation();
    const people = [newNames('inbox.example'), newNames('inbox.example')];
    const links: string[] = [];
    for (const { email, free } of people) {
      await ask(email, free, code);
      links.push(await linkTo(email));
    }
    // Both clicks wait for the invitation, so both have read that a use is left.
    let answers: Promise<ApiResponse[]> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('claim_invitations').select('id').where('id', '=', id).forUpdate().execute();
      answers = Promise.all(links.map((link) => new Person(server).request('POST', link)));
      await untilBlocked(server, 2);
    });
    const clicks = (await answers) ?? [];
    expect(clicks.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect(refusal(clicks.find(({ status }) => status === 403) as never)).toEqual(USED);
    const owners = await Promise.all(people.map(({ free }) => ownerOf(server, free)));
    expect(owners.filter((owner) => owner !== undefined)).toHaveLength(1);
  });
});

describe('an invitation to a handle', () => {
  const check = async (handle: string, code?: string) =>
    (await new Person(server).request('GET', `/api/check-handle/${handle}${code ? `?invitation=${code}` : ''}`)).body;

  it('holds the handle, also while claims are open, and gives only that one', async () => {
    await setClaims({ mode: 'open' });
    const { free } = newNames('inbox.example');
    const { admin, code } = await invitation({ handle: free });
    const stranger = newNames('inbox.example');
    expect((await ask(stranger.email, free)).body.code).toBe('handle_taken');
    expect(await check(free)).toMatchObject({ available: false, reason: 'taken' });
    expect(await check(free, code)).toEqual({ available: true });
    expect((await admin.request('POST', '/api/admin/invitations', taken(free))).body.code).toBe('handle_taken');

    await setClaims({ mode: 'invitation' });
    const guest = newNames('inbox.example');
    expect(refusal(await ask(guest.email, guest.free, code))).toEqual([
      403,
      'claims_invitation',
      `This invitation is for the handle ${free}. Please claim that one.`,
    ]);
    await setClaims({ mode: 'open' });
    await ask(guest.email, free, code);
    expect((await new Person(server).request('POST', await linkTo(guest.email))).status).toBe(303);
    expect(await ownerOf(server, free)).toBe(guest.email);
    expect((await admin.request('GET', '/api/admin/invitations?limit=1')).body[0]).toMatchObject({
      used: 1,
      url: null,
      handle: free,
    });
  });

  const taken = (handle: string) => ({ uses: 1, until: inDays(1).toISOString(), handle });

  it('frees the handle when it is deleted', async () => {
    await setClaims({ mode: 'open' });
    const { free } = newNames('inbox.example');
    const { admin, id } = await invitation({ handle: free });
    expect((await check(free)).available).toBe(false);
    await admin.request('DELETE', `/api/admin/invitations/${id}`);
    expect(await check(free)).toEqual({ available: true });
  });

  it('gives a name that the site reserves, and one that is shorter than it allows', async () => {
    const names: SiteDocument['names'] = { ...STANDARD_SITE.names, minimum: 12, free: true, reserved: ['captain*'] };
    await setClaims({ mode: 'invitation' }, { names });
    for (const handle of ['captain-of-the-team', 'coach']) {
      const { code } = await invitation({ handle });
      const { email } = newNames('inbox.example');
      expect((await check(handle)).available).toBe(false);
      expect(await check(handle, code)).toEqual({ available: true });
      expect((await ask(email, handle, code)).status).toBe(200);
      await new Person(server).request('POST', await linkTo(email));
      expect(await ownerOf(server, handle)).toBe(email);
    }
  });
});

describe('a payment with an invitation', () => {
  it('begins with the emailed link, which leads to the payment with the invitation', async () => {
    const { email, paid } = newNames('inbox.example');
    const { admin, code } = await invitation({ handle: paid });
    const buyer = new Buyer(server, paypal, paid, email);
    expect((await ask(email, paid, code)).status).toBe(200);
    const clicked = await buyer.request('POST', await linkTo(email));
    expect([clicked.status, clicked.headers.location]).toEqual([303, `/create?handle=${paid}&invitation=${code}`]);
    expect((await buyer.order()).body.code).toBe('claims_invitation');
    const id = await buyer.approved('complete', { invitation: code });
    expect((await buyer.capture(id)).status).toBe(200);
    expect((await admin.request('GET', '/api/admin/invitations?limit=1')).body[0].used).toBe(0);
    expect((await buyer.complete(id)).status).toBe(200);
    expect(await ownerOf(server, paid)).toBe(email);
    expect((await admin.request('GET', '/api/admin/invitations?limit=1')).body[0].used).toBe(1);
  });

  it('is refused before the capture, and refunded after it, if the invitation was used meanwhile', async () => {
    const { code } = await invitation();
    const buyers = [];
    for (const _ of ['first', 'second', 'third']) {
      await setClaims({ mode: 'open' });
      const { email, paid } = newNames('inbox.example');
      const buyer = new Buyer(server, paypal, paid, email);
      await buyer.claim(`first-of-${paid}`, email);
      await setClaims({ mode: 'invitation' });
      buyers.push({ buyer, id: await buyer.approved('complete', { invitation: code }) });
    }
    const [first, second, third] = buyers as [(typeof buyers)[0], (typeof buyers)[0], (typeof buyers)[0]];
    expect((await first.buyer.capture(first.id)).status).toBe(200);
    expect((await second.buyer.capture(second.id)).status).toBe(200);
    expect((await first.buyer.complete(first.id)).status).toBe(200);
    expect(refusal(await third.buyer.capture(third.id))).toEqual(USED);
    expect((await ledger(server, third.id)).state).toBe('lapsed');
    const refused = await second.buyer.complete(second.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'claim_refused_refunded']);
    expect(await ledger(server, second.id)).toMatchObject({ state: 'refunded', refund_reason: 'invitation-ended' });
    expect(await mailTo(server, second.buyer.email)).toContain('Your payment to localhost:3000 is returned');
  });
});
