import { expect } from 'vitest';
import { type SiteDocument, STANDARD_SITE } from '../../../contract/site/site-document.ts';
import { DAY } from '../../../contract/time.ts';
import { resendFreeClaim } from '../../../server/handles/claim-rules.ts';
import { priceOf } from '../../../server/payments/prices/price-rules.ts';
import { ApiError } from '../../../server/platform/http/api-error.ts';
import { saveSite } from '../../../server/site/site-rules.ts';
import { signedInAdmin } from '../api/admin.ts';
import { type ApiResponse, linkIn, Person } from '../api/person.ts';
import { Buyer } from '../payments/buyer.ts';
import type { TestPaypal } from '../payments/paypal.ts';
import type { TestServer } from '../server/test-server.ts';

export type Claims = SiteDocument['claims'];

/** A way to a handle. The rule of the site applies to its last step. */
export interface Way {
  /** Takes all steps but the last while claims are open, and returns the last one. */
  begin(domain: string, invitation?: string): Promise<{ step(): Promise<ApiResponse>; handle: string; email: string }>;
  /** The statuses of a step that gives the handle. */
  given?: number;
  /** The step gives no handle yet. */
  leadsOn?: true;
  /** The step has no place for an invitation. */
  takesNoInvitation?: true;
  /** What an administrator's decision does to the step: it lets the claim wait, refuses it, or leaves it as it is. */
  undecided: 'waits' | 'refused' | 'unchanged';
}

/** The response of a call with this outcome. */
function responseOf(outcome: unknown): ApiResponse {
  const [status, body] = outcome instanceof ApiError ? [outcome.status, outcome.body()] : [200, outcome ?? null];
  return { status, body, text: JSON.stringify(body), headers: {} };
}

/** The people who claim handles at a server, and the ways in which they do. */
export function claimWays(server: TestServer, paypal: TestPaypal) {
  let people = 0;
  /** New names for a person with an address at a domain. */
  function newNames(domain: string) {
    people += 1;
    return { email: `person-${people}@${domain}`, free: `free-of-person-${people}`, paid: `paid-${people}` };
  }

  const setClaims = (claims: Claims, more: Partial<SiteDocument> = {}) =>
    server.db.transaction().execute((trx) => saveSite(trx, { ...STANDARD_SITE, ...more, claims }));

  async function signedIn(email: string): Promise<Person> {
    const person = new Person(server);
    await person.claim(`first-of-account-${people}`, email);
    return person;
  }

  async function linkTo(email: string): Promise<string> {
    return linkIn(
      (await server.sentEmails()).find(({ sentTo }) => sentTo?.toLowerCase() === email.toLowerCase())?.text,
    );
  }

  async function offeredBy(handle: string): Promise<{ owner: Person; id: number }> {
    const owner = new Person(server);
    await owner.claim(handle, `owner-of-${handle}@inbox.example`);
    const [{ id }] = (await owner.request('GET', '/api/handles')).body;
    return { owner, id };
  }

  const ways: Record<string, Way> = {
    'the request of a claim link': {
      async begin(domain, invitation) {
        const { email, free: handle } = newNames(domain);
        const step = () => new Person(server).request('POST', '/api/send-magic-link', { email, handle, invitation });
        return { step, handle, email };
      },
      leadsOn: true,
      undecided: 'unchanged',
    },
    'the click on a claim link': {
      async begin(domain, invitation) {
        const { email, free: handle } = newNames(domain);
        await new Person(server).request('POST', '/api/send-magic-link', { email, handle, invitation });
        const link = await linkTo(email);
        return { step: () => new Person(server).request('POST', link), handle, email };
      },
      given: 303,
      undecided: 'waits',
    },
    'the claim link that an administrator sends again': {
      async begin(domain) {
        const { email, free: handle } = newNames(domain);
        const { db, config, clock } = server;
        const terms = { handlesPerAccount: config.handlesPerAccount, priceOf };
        const request = { email, handle, mailDomain: config.site.mailDomain };
        const resend = () => db.transaction().execute((trx) => resendFreeClaim(trx, terms, request, clock()));
        return { step: async () => responseOf(await resend().catch((error) => error)), handle, email };
      },
      leadsOn: true,
      undecided: 'unchanged',
      takesNoInvitation: true,
    },
    'POST /api/profiles, which the dashboard sends too': {
      async begin(domain, invitation) {
        const { email, free: handle } = newNames(domain);
        const person = await signedIn(email);
        return { step: () => person.request('POST', '/api/profiles', { username: handle, invitation }), handle, email };
      },
      given: 201,
      undecided: 'waits',
    },
    'an order': {
      async begin(domain, invitation) {
        const { email, paid: handle } = newNames(domain);
        const buyer = new Buyer(server, paypal, handle, email);
        await buyer.claim(`first-of-${handle}`, email);
        return { step: () => buyer.order({ invitation }), handle, email };
      },
      leadsOn: true,
      undecided: 'refused',
    },
    'the capture of an order': {
      async begin(domain, invitation) {
        const { email, paid: handle } = newNames(domain);
        const buyer = new Buyer(server, paypal, handle, email);
        await buyer.claim(`first-of-${handle}`, email);
        const id = await buyer.approved('complete', { invitation });
        return { step: () => buyer.capture(id), handle, email };
      },
      leadsOn: true,
      undecided: 'refused',
    },
    'the completion of a paid claim': {
      async begin(domain, invitation) {
        const { email, paid: handle } = newNames(domain);
        const buyer = new Buyer(server, paypal, handle, email);
        await buyer.claim(`first-of-${handle}`, email);
        const id = await buyer.approved('complete', { invitation });
        expect((await buyer.capture(id)).status).toBe(200);
        return { step: () => buyer.complete(id), handle, email };
      },
      given: 200,
      undecided: 'refused',
    },
    'the acceptance of a transfer': {
      async begin(domain) {
        const { email, free: handle } = newNames(domain);
        const { owner, id } = await offeredBy(handle);
        const person = await signedIn(email);
        expect((await owner.request('POST', `/api/handles/${id}/transfer`, { email })).status).toBe(201);
        const { transfers } = (await person.request('GET', '/api/invitations')).body;
        return { step: () => person.request('POST', `/api/transfers/${transfers[0].id}/accept`), handle, email };
      },
      given: 200,
      undecided: 'refused',
      takesNoInvitation: true,
    },
    'the offer of a transfer': {
      async begin(domain) {
        const { email, free: handle } = newNames(domain);
        const { owner, id } = await offeredBy(handle);
        return { step: () => owner.request('POST', `/api/handles/${id}/transfer`, { email }), handle, email };
      },
      leadsOn: true,
      undecided: 'refused',
      takesNoInvitation: true,
    },
  };

  /** An invitation that an administrator creates, with the code in its link. */
  async function invitation(wanted: { uses?: number; handle?: string; until?: Date } = {}) {
    const admin = await signedInAdmin(server);
    const { uses = 1, handle, until = new Date(server.clock().getTime() + DAY) } = wanted;
    const created = await admin.request('POST', '/api/admin/invitations', {
      uses,
      until: until.toISOString(),
      handle,
    });
    expect(created.status, created.text).toBe(201);
    const { id, url } = created.body;
    return { admin, id: id as number, code: new URL(url).searchParams.get('invitation') ?? '' };
  }

  return { ways, newNames, setClaims, signedIn, linkTo, invitation };
}
