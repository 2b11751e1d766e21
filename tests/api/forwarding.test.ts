import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Person;
let handleId: number;
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim('ann-of-the-hills', 'ann@account.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
});

const set = (person: Person, id: number, forwardingEmail: string) =>
  person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail });
const records = async (person: Person) => (await person.request('GET', '/api/email-forwarding')).body;

/** Returns the verification emails, without notices about earlier changes. */
const asking = async () => (await server.sentEmails()).filter(({ text }) => text?.includes('/link/'));

async function verify(): Promise<string> {
  const [sentEmail] = await asking();
  const response = await new Person(server).request('POST', linkIn(sentEmail?.text));
  expect(response.status).toBe(303);
  return String(response.headers.location);
}

/** Claims one more free handle for a signed-in person. */
async function another(person: Person, handle: string, email: string): Promise<number> {
  await person.claim(handle, email);
  const handles = (await person.request('GET', '/api/handles')).body as { id: number; handle: string }[];
  return handles.find((item) => item.handle === handle)?.id ?? 0;
}

describe('forwarding', () => {
  it('keeps forwarding pending until the button on the page of the magic link is pressed (attack 27)', async () => {
    expect(await records(ann)).toEqual([]);
    const response = await set(ann, handleId, 'ann@inbox.example');
    expect(response.body).toMatchObject({
      updated: false,
      handle: 'ann-of-the-hills',
      handle_id: handleId,
      forwarding_email: 'ann@inbox.example',
      active: 0,
      isActive: true,
      deliveringTo: null,
    });
    const [sentEmail] = await asking();
    expect(sentEmail?.sentTo).toBe('ann@inbox.example');
    const link = linkIn(sentEmail?.text);
    const page = await new Person(server).request('GET', link);
    expect(page.text).toContain('ann-of-the-hills');
    expect(page.text).toContain('ann@inbox.example');
    // The inbox differs from the account's address, but the handle belongs to the account.
    expect((await ann.request('GET', link)).text).not.toContain('another account');
    const bob = new Person(server);
    await bob.request('POST', '/api/dev-login');
    expect((await bob.request('GET', link)).text).toMatch(/admin@example\.test.*another account/s);
    expect(await records(ann)).toMatchObject([{ active: 0 }]);

    const stranger = new Person(server);
    const button = await stranger.request('POST', link);
    expect(button.headers.location).toBe(
      '/app/manage-email?verified=true&handle=ann-of-the-hills&email=ann%40inbox.example',
    );
    expect(stranger.cookies.size).toBe(0);
    expect(await records(ann)).toMatchObject([{ active: 1, deliveringTo: 'ann@inbox.example' }]);
    expect((await new Person(server).request('POST', link)).status).toBe(410);
  });

  it('keeps forwarding to the old address until the new one is verified', async () => {
    const response = await set(ann, handleId, 'ann@second.example');
    expect(response.body).toMatchObject({
      updated: true,
      forwarding_email: 'ann@second.example',
      active: 0,
      deliveringTo: 'ann@inbox.example',
    });
    await verify();
    expect(await records(ann)).toMatchObject([{ active: 1, deliveringTo: 'ann@second.example' }]);
  });

  it('rejects a link for an address that was replaced', async () => {
    await set(ann, handleId, 'wrong@third.example');
    const [old] = await asking();
    await set(ann, handleId, 'ann@third.example');
    const [fresh] = await asking();
    const stale = await new Person(server).request('POST', linkIn(old?.text));
    expect(stale.status).toBe(404);
    expect(await records(ann)).toMatchObject([{ forwarding_email: 'ann@third.example', active: 0 }]);
    expect((await new Person(server).request('POST', linkIn(fresh?.text))).status).toBe(303);
  });

  it('cancels a pending change without an email when the verified address is set again', async () => {
    await set(ann, handleId, 'typo@fourth.example');
    await asking();
    const back = await set(ann, handleId, 'ann@third.example');
    expect(back.body).toMatchObject({ updated: true, active: 1, forwarding_email: 'ann@third.example' });
    const same = await set(ann, handleId, 'ann@third.example');
    expect(same.body).toMatchObject({ updated: false, active: 1 });
    expect(await asking()).toEqual([]);
  });

  it('resends the email to a pending address, and returns an error if none is pending', async () => {
    const [record] = await records(ann);
    const resend = () => ann.request('POST', `/api/email-forwarding/${record.id}/resend-verification`);
    expect((await resend()).body).toMatchObject({ code: 'already_verified' });
    await set(ann, handleId, 'ann@fifth.example');
    expect((await resend()).status).toBe(200);
    const emails = await asking();
    expect(emails.map(({ sentTo }) => sentTo)).toEqual(['ann@fifth.example', 'ann@fifth.example']);
    expect((await new Person(server).request('POST', linkIn(emails[0]?.text))).status).toBe(303);
    expect((await new Person(server).request('POST', linkIn(emails[1]?.text))).status).toBe(404);
  });

  it('limits the verification emails to an unverified inbox', async () => {
    const [record] = await records(ann);
    await set(ann, handleId, 'victim@inbox.example');
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      statuses.push((await ann.request('POST', `/api/email-forwarding/${record.id}/resend-verification`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await asking()).toHaveLength(5);
    await server.advanceSignedIn(25 * HOUR);
  });

  it('turns forwarding off and on, and removes it', async () => {
    const [record] = await records(ann);
    const toggle = (isActive: unknown) =>
      ann.request('PATCH', `/api/email-forwarding/${record.id}/toggle`, { isActive });
    expect((await toggle(false)).body).toMatchObject({ isActive: false, deliveringTo: null });
    expect((await toggle('yes')).status).toBe(400);
    expect((await toggle(true)).body).toMatchObject({ isActive: true, deliveringTo: 'ann@fifth.example' });
    expect((await ann.request('DELETE', `/api/email-forwarding/${record.id}`)).status).toBe(200);
    expect(await records(ann)).toEqual([]);
    expect((await ann.request('DELETE', `/api/email-forwarding/${record.id}`)).status).toBe(404);
  });

  it.each([
    ['not an address', 'invalid_input'],
    ['someone@localhost', 'invalid_input'],
    ['a@b.example,c@d.example', 'invalid_input'],
    ['"quoted"@inbox.example', 'invalid_input'],
    ['a@[127.0.0.1]', 'invalid_input'],
    ['a@inbox.example\r\nRCPT TO:<c@d.example>', 'invalid_input'],
  ])('rejects %s as a forwarding address', async (address, code) => {
    const response = await set(ann, handleId, address);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code });
    expect(await asking()).toEqual([]);
  });
});

describe('the address of the account as inbox', () => {
  const setOwn = (person: Person, id: number, forwardingEmail: string) =>
    person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail, own: true });

  it('the address of the account as inbox is verified immediately and without an email, because it was proven by signing in', async () => {
    const dan = new Person(server);
    await dan.claim('dan-of-the-fjords', 'dan@account.example');
    const id = (await dan.request('GET', '/api/handles')).body[0].id;
    await server.sentEmails();
    expect((await set(dan, id, 'other@inbox.example')).body.active).toBe(0);
    await server.sentEmails();
    const done = await setOwn(dan, id, 'Dan@Account.example');
    expect(done.body).toMatchObject({ active: 1, forwarding_email: 'dan@account.example', updated: true });
    expect(done.body.deliveringTo).toBe('dan@account.example');
    expect(await server.sentEmails()).toEqual([]);
    expect((await setOwn(dan, id, 'dan@account.example')).body).toMatchObject({ active: 1, updated: false });
  });

  it('the address of the account as inbox gets a verification email without `own`, and `own` is refused for any other address', async () => {
    const gil = new Person(server);
    await gil.claim('gil-of-the-lakes', 'gil@account.example');
    const id = (await gil.request('GET', '/api/handles')).body[0].id;
    await server.sentEmails();
    for (const address of ['ann@account.example', 'gil+tag@account.example']) {
      expect(await setOwn(gil, id, address)).toMatchObject({ status: 409, body: { code: 'not_own_address' } });
    }
    expect((await set(gil, id, 'gil@account.example')).body.active).toBe(0);
    expect((await asking()).map(({ sentTo }) => sentTo)).toEqual(['gil@account.example']);
    await server.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('email', '=', 'gil@account.example')
      .execute();
    expect((await setOwn(gil, id, 'gil@account.example')).body.code).toBe('not_own_address');
  });

  it('the address of the account as inbox counts towards the limit of the inbox and is refused if its owner stopped it', async () => {
    const fay = new Person(server);
    const ids = [];
    for (const at of [1, 2, 3]) ids.push(await another(fay, `fay-of-the-isles-${at}`, 'fay@account.example'));
    const results = [];
    for (const id of ids) results.push((await setOwn(fay, id, 'fay@account.example')).body.code ?? 'set');
    expect(results).toEqual(['set', 'set', 'forwarder_limit']);
    await server.db.insertInto('stopped_inboxes').values({ inbox_key: 'fay@account.example' }).execute();
    expect((await setOwn(fay, Number(ids[2]), 'fay@account.example')).body.code).toBe('inbox_stopped');
  });
});

describe('limits', () => {
  it('allows two free handles for one inbox, +tags included, and does not count unverified requests', async () => {
    const ben = new Person(server);
    const ids = [
      await another(ben, 'ben-number-one', 'ben@account.example'),
      await another(ben, 'ben-number-two', 'ben@account.example'),
      await another(ben, 'ben-number-three', 'ben@account.example'),
    ];
    const mallory = new Person(server);
    const foreign = await another(mallory, 'mallory-was-here', 'mallory@account.example');
    await set(mallory, foreign, 'ben@full.example');
    await asking();

    await set(ben, ids[0] ?? 0, 'ben@full.example');
    await verify();
    await set(ben, ids[1] ?? 0, 'ben+two@full.example');
    await verify();
    const third = await set(ben, ids[2] ?? 0, 'BEN@full.example');
    expect(third.status).toBe(409);
    expect(third.body).toMatchObject({ code: 'forwarder_limit' });
    expect(await asking()).toEqual([]);
  });
});

describe('handles of other accounts', () => {
  it('reports handles of other accounts as not found', async () => {
    const id = await another(ann, 'ann-second-handle', 'ann@account.example');
    await server.advanceSignedIn(HOUR);
    const record = (await set(ann, id, 'ann@seventh.example')).body;
    await asking();
    const eve = new Person(server);
    await eve.claim('eve-listens-here', 'eve@account.example');
    for (const [method, url, body] of [
      ['POST', '/api/email-forwarding', { handleId: id, forwardingEmail: 'eve@inbox.example' }],
      ['POST', `/api/email-forwarding/${record.id}/resend-verification`, undefined],
      ['PATCH', `/api/email-forwarding/${record.id}/toggle`, { isActive: false }],
      ['DELETE', `/api/email-forwarding/${record.id}`, undefined],
      ['DELETE', '/api/email-forwarding/999999', undefined],
      ['DELETE', '/api/email-forwarding/1e3', undefined],
      ['DELETE', '/api/email-forwarding/-1', undefined],
    ] as const) {
      const response = await eve.request(method, url, body);
      expect([url, response.status]).toEqual([url, 404]);
      expect(response.body).toMatchObject({ code: 'not_found' });
    }
    expect(await records(eve)).toEqual([]);
    expect(await records(ann)).toMatchObject([{ id: record.id, isActive: true }]);
    expect(await asking()).toEqual([]);
  });

  it('lists forwardings page by page with a Link header to the next page', async () => {
    const first = await ann.request('GET', '/api/handles?limit=1');
    expect(first.body).toHaveLength(1);
    const next = /<http:\/\/localhost:3000(\/api\/handles\?limit=1&after=\d+)>; rel="next"/.exec(
      String(first.headers.link),
    );
    const second = await ann.request('GET', next?.[1] ?? '');
    expect(second.body).toMatchObject([{ handle: 'ann-second-handle' }]);
    expect(second.headers.link).toBeUndefined();
  });
});
