import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SiteDocument, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { saveSite } from '../../server/site/site-rules.ts';
import { type ApiResponse, linkIn, Person } from '../support/api/person.ts';
import { type Claims, claimWays } from '../support/claims/claim-ways.ts';
import { Buyer, ownerOf } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));

const { ways, newNames, setClaims, linkTo, invitation } = claimWays(server, paypal);
beforeEach(async () => {
  await setClaims({ mode: 'open' });
  // Emails of the last test may still be queued.
  await server.sentEmails();
});

const DOMAINS: Claims = { mode: 'domains', domains: ['club.example', 'board.example'] };
/** Each mode with an address, and the code that refuses it; null if it may claim. */
const MODES: [string, Claims, string, string | null][] = [
  ['open', { mode: 'open' }, 'inbox.example', null],
  ['domains, and a listed domain', DOMAINS, 'board.example', null],
  ['domains, and a listed domain in capitals', DOMAINS, 'CLUB.example', null],
  ['domains, and another domain', DOMAINS, 'inbox.example', 'claims_domain'],
  ['domains, and a subdomain of a listed one', DOMAINS, 'mail.club.example', 'claims_domain'],
  ['domains, and a domain that ends like a listed one', DOMAINS, 'ourclub.example', 'claims_domain'],
  ['invitation, without one', { mode: 'invitation' }, 'inbox.example', 'claims_invitation'],
  ['closed', { mode: 'closed' }, 'inbox.example', 'claims_closed'],
];
/** A paid claim is refunded instead, so its step reports that. */
const REFUNDED = 'claim_refused_refunded';

/** Expects that a step was refused with a code, and that the handle has the same owner as before. */
function expectRefused(name: string, answer: ApiResponse, code: string): void {
  const expected = name === 'the completion of a paid claim' ? REFUNDED : code;
  if (answer.text.startsWith('{')) expect((answer.body as { code: string }).code, answer.text).toBe(expected);
  expect(answer.status, answer.text).toBe(expected === REFUNDED ? 409 : 403);
}

describe.each(Object.entries(ways))('%s', (name, way) => {
  it.each(MODES)('follows the mode %s', async (_, claims, domain, code) => {
    const { step, handle, email } = await way.begin(domain);
    const before = await ownerOf(server, handle);
    await setClaims(claims);
    const answer = await step();
    if (code === null) {
      expect(answer.status, answer.text).toBe(answer.status < 300 ? answer.status : way.given);
      if (!way.leadsOn) expect((await ownerOf(server, handle))?.toLowerCase()).toBe(email.toLowerCase());
      return;
    }
    expectRefused(name, answer, code);
    expect(await ownerOf(server, handle)).toBe(before);
  });

  it('waits in the mode approval for the decision of an administrator, or is refused', async () => {
    const { step, handle, email } = await way.begin('inbox.example');
    const before = await ownerOf(server, handle);
    await setClaims({ mode: 'approval' });
    const answer = await step();
    if (way.undecided === 'refused') expectRefused(name, answer, 'claims_approval');
    else expect(answer.status, answer.text).toBeLessThan(400);
    expect(await ownerOf(server, handle)).toBe(before);
    const waiting = await server.db.selectFrom('waiting_claims').select('email').where('handle', '=', handle).execute();
    expect(waiting).toEqual(way.undecided === 'waits' ? [{ email }] : []);
  });
});

const TAKE_INVITATIONS = Object.entries(ways).filter(([, way]) => !way.takesNoInvitation);
describe.each(TAKE_INVITATIONS)('%s', (_name, way) => {
  it.each(['invitation', 'approval', 'closed', 'domains'] as const)(
    'accepts an invitation in the mode %s, and uses it once it gives the handle',
    async (mode) => {
      const { admin, id, code } = await invitation({ uses: 2 });
      const { step, handle, email } = await way.begin('inbox.example', code);
      await setClaims(mode === 'domains' ? DOMAINS : { mode });
      const answer = await step();
      expect(answer.status, answer.text).toBe(answer.status < 300 ? answer.status : way.given);
      if (!way.leadsOn) expect(await ownerOf(server, handle)).toBe(email);
      const [listed] = (await admin.request('GET', '/api/admin/invitations')).body;
      expect(listed).toMatchObject({ id, used: way.leadsOn ? 0 : 1 });
    },
  );
});

describe('a payment while claims are not open', () => {
  it('is only begun by the signed-in account with the address, which a link has proven', async () => {
    await setClaims(DOMAINS);
    const { email, paid: handle } = newNames('club.example');
    const buyer = new Buyer(server, paypal, handle, email);
    expect((await buyer.order()).body.code).toBe('address_unproven');
    expect((await buyer.order({ handle: undefined, email: undefined })).body.code).toBe('order_ambiguous');

    expect((await buyer.request('POST', '/api/send-magic-link', { email, handle })).status).toBe(200);
    const clicked = await buyer.request('POST', await linkTo(email));
    expect([clicked.status, clicked.headers.location]).toEqual([303, `/create?handle=${handle}`]);
    expect((await buyer.request('GET', '/api/handles')).body).toEqual([]);
    expect((await buyer.order({ email: 'other@club.example' })).body.code).toBe('address_unproven');
    await buyer.buys();
    expect(await ownerOf(server, handle)).toBe(email);
  });

  it('is refunded if its address has not been proven and claims were open before', async () => {
    const { email, paid: handle } = newNames('club.example');
    const buyer = new Buyer(server, paypal, handle, email);
    const id = await buyer.approved();
    expect((await buyer.capture(id)).status).toBe(200);
    await setClaims(DOMAINS);
    expect((await buyer.complete(id)).body.code).toBe(REFUNDED);
  });

  it('still buys another year of a handle, whatever its address', async () => {
    const { email, paid: handle } = newNames('inbox.example');
    await new Buyer(server, paypal, handle, email).buys();
    await setClaims({ mode: 'closed' });
    const person = new Person(server);
    await server.sentEmails();
    await person.request('POST', '/api/send-login-magic-link', { email });
    await person.request('POST', await linkTo(email));
    const [{ id }] = (await person.request('GET', '/api/handles')).body;
    await server.db.updateTable('handles').set({ paid_until: server.clock() }).where('id', '=', id).execute();
    const renewal = { amount: '4.99', currency: 'USD', intent: 'CAPTURE', renew: id };
    expect((await person.request('POST', '/paypal/order', renewal)).status).toBe(200);
  });
});

describe('a refusal', () => {
  const refusedWith = async (site: Partial<SiteDocument>) => {
    await server.db.transaction().execute((trx) => saveSite(trx, { ...STANDARD_SITE, ...site }));
    const { email, free: handle } = newNames('inbox.example');
    return (await new Person(server).request('POST', '/api/send-magic-link', { email, handle })).body.message;
  };

  it('names the domains if they are few, and whom to ask', async () => {
    expect(await refusedWith({ claims: DOMAINS, contact: 'board@club.example' })).toBe(
      'Only addresses at club.example, board.example can have a handle here. Please use such an address. You can write to board@club.example.',
    );
    const domains = ['a.example', 'b.example', 'c.example', 'd.example'];
    expect(await refusedWith({ claims: { mode: 'domains', domains } })).not.toContain('a.example');
    expect(await refusedWith({ claims: { mode: 'closed' } })).toBe(
      'New handles cannot be claimed here. Please ask the people who run this site.',
    );
  });
});

/**
 * The functions of stores that insert a handle or change its owner, and the files that call each. Files that call
 * `admitClaim`, directly or not, are ways in the table above; the others have their reason here.
 */
const STATEMENTS: Record<string, Record<string, string>> = {
  'server/handles/store.ts insertHandle': { 'server/handles/claim-rules.ts': 'rule' },
  'server/handles/store.ts insertSample': { 'server/handles/rules.ts': 'the example profile has no owner' },
  'server/handles/paid-store.ts insertPaid': { 'server/handles/paid-rules.ts': 'rule' },
  'server/handles/transfer/transfer-store.ts setOwner': { 'server/handles/transfer/transfer-rules.ts': 'handOver' },
  'server/handles/transfer/transfer-rules.ts handOver': {
    'server/teams/transfers/offered-transfers-rules.ts': 'rule',
    'server/admin/handles/transfer-rules.ts': 'an administrator decides who gets the handle',
  },
  'server/admin/handles/owners-store.ts giveToOwner': {
    'server/admin/handles/end-quarantine-rules.ts': 'an administrator decides who gets the handle',
  },
};

describe('a sign-in without an account while claims are closed', () => {
  const signIn = async (email: string) => {
    await server.setSite({ claims: { mode: 'closed' } });
    await new Person(server).request('POST', '/api/send-login-magic-link', { email });
    return (await server.sentEmails()).find(({ sentTo }) => sentTo === email)?.text ?? '';
  };

  it('tells a stranger why there is no way to an account', async () => {
    const text = await signIn('stranger@inbox.example');
    expect(text).toContain('New handles cannot be claimed here.');
    expect(text).not.toContain('/create');
  });

  it('signs in an administrator of ADMIN_EMAILS, who needs no handle', async () => {
    const owner = new Person(server);
    await owner.request('POST', linkIn(await signIn('admin@example.test')));
    expect((await owner.request('GET', '/api/admin/check')).body).toEqual({ isAdmin: true, role: 'owner' });
  });
});

describe('the statements that give a handle to somebody', () => {
  const sources = globSync('{server,tools}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }));
  /** Matches a query that inserts a handle or sets its owner, up to the end of its statement. */
  const GIVES =
    /insertInto\('handles'\)|insert into handles\b|updateTable\('handles'\)[^;]*account_id: (?!null)|update handles\b[^;]*\bset\b[^;]*account_id\s*=/g;

  it('are all known, with the files that run them', () => {
    const found = sources.flatMap(({ path, source }) =>
      [...source.matchAll(GIVES)].map(({ index }) => {
        const name = [...source.slice(0, index).matchAll(/function (\w+)/g)].at(-1)?.[1];
        return `${path} ${name}`;
      }),
    );
    const known = Object.keys(STATEMENTS).filter((name) => !name.endsWith(' handOver'));
    expect(found.sort()).toEqual(known.sort());
  });

  it.each(Object.entries(STATEMENTS))('%s is run by known files, which follow the rule', (statement, callers) => {
    const [home, name] = statement.split(' ');
    const calling = sources.filter(({ path, source }) => path !== home && source.includes(`${name}(`));
    expect(calling.map(({ path }) => path).sort()).toEqual(Object.keys(callers).sort());
    for (const { path, source } of calling) {
      if (callers[path] === 'rule') expect(source).toMatch(/\bassertMay(?:Claim|Pay)\(|\badmitClaim\(/);
    }
  });
});
