import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { stopToken } from '../../server/forwarding/stop-forwarding-rules.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

let ann: Person;
let id: number;
let handleId: number;
const server = useServer({ MAIL_DOMAIN: 'mail.example' });
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim('ann-of-the-hills', 'ann@account.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
  await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'ann@inbox.example' });
  await verify();
  id = (await ann.request('GET', '/api/email-forwarding')).body[0].id;
});

const policy = async () => (await ann.request('GET', `/api/email-forwarding/${id}/policy`)).body;
const change = (changes: object) => ann.request('PATCH', `/api/email-forwarding/${id}/policy`, changes);
const mail = () => createDirectory(server.db, []).resolve('ann-of-the-hills');
const toggle = (isActive: boolean) => ann.request('PATCH', `/api/email-forwarding/${id}/toggle`, { isActive });

/** Returns the verification emails, without notices about earlier changes. */
const asking = async () => (await server.sentEmails()).filter(({ text }) => text?.includes('/link/'));

/** Presses the button of the last email's link, and returns the redirect. */
async function verify(): Promise<string> {
  const email = (await asking()).at(-1);
  const response = await new Person(server).request('POST', linkIn(email?.text));
  expect(response.status).toBe(303);
  return String(response.headers.location);
}

/** Moves the clock past the email limits of an inbox. */
const later = () => server.advanceSignedIn(25 * HOUR);

describe('a mail policy', () => {
  it('returns the default values of a mail policy', async () => {
    const backup = { backupEmail: null, backupStatus: 'none' };
    const rules = { whenOff: 'refuse', blocked: [], allowedLists: [], keepSubjects: false };
    const state = { paused: null, limitReachedAt: null, version: expect.any(String) };
    expect(await policy()).toEqual({ ...backup, ...rules, ...state });
  });

  it('sets the reply to senders while forwarding is off', async () => {
    await toggle(false);
    expect(await mail()).toMatchObject({ kind: 'refuse', code: 550, enhanced: '5.2.1', key: 'ann-of-the-hills' });
    expect((await change({ whenOff: 'drop' })).body.whenOff).toBe('drop');
    expect(await mail()).toEqual({ kind: 'drop', key: 'ann-of-the-hills' });
    await toggle(true);
    await change({ whenOff: 'refuse' });
    expect(await mail()).toMatchObject({ kind: 'forward', destination: 'ann@inbox.example' });
  });

  it('stores blocked senders without duplicates, and deletes removed ones', async () => {
    const response = await change({ blocked: [' Spam@Senders.example ', '@pests.example', 'spam@senders.example'] });
    expect(response.body.blocked).toEqual(['@pests.example', 'spam@senders.example']);
    expect(await mail()).toMatchObject({ policy: { blocked: new Set(['@pests.example', 'spam@senders.example']) } });
    expect((await change({ blocked: ['@pests.example'] })).body.blocked).toEqual(['@pests.example']);
    expect((await change({ blocked: ['no address'] })).status).toBe(400);
    const text = expect.stringMatching(/^@mail.example includes all handles here.* Please block single addresses/);
    const own = (await change({ blocked: ['a@b.example', '@mail.example'] })).body.errors;
    expect(own).toEqual([{ path: 'blocked.1', message: text }]);
    expect((await change({ blocked: ['@pests.example', 'bob@mail.example'] })).status).toBe(200);
    await change({ blocked: ['@pests.example'] });
    expect((await change({ blocked: Array.from({ length: 501 }, (_, at) => `a${at}@b.example`) })).status).toBe(400);
    const errors = [{ path: 'blocked.1', message: expect.stringContaining('Please enter an address, such as') }];
    for (const local of ['a\u0000b', 'a\u0007b', '\ud800', 'a\u202eb', 'a'.repeat(300)]) {
      const { status, body } = await change({ blocked: ['@new.example', `${local}@x.example`] });
      expect([status, body.errors]).toEqual([400, errors]);
    }
    expect((await policy()).blocked).toEqual(['@pests.example']);
    expect((await change({ blocked: [] })).body.blocked).toEqual([]);
    expect((await mail()) as object).not.toHaveProperty('policy.blocked');
  });

  it('stores allowed mailing lists without duplicates, and rejects public suffixes and invalid domains', async () => {
    const response = await change({
      allowedLists: [' Dev.Lists.example.org ', 'lists.example.com', 'dev.lists.example.org'],
    });
    expect(response.body.allowedLists).toEqual(['dev.lists.example.org', 'lists.example.com']);
    expect(await mail()).toMatchObject({ policy: { lists: new Set(['dev.lists.example.org', 'lists.example.com']) } });
    for (const wide of ['com', 'co.uk', 'github.io', '@lists.example.org', 'a b.example']) {
      expect([wide, (await change({ allowedLists: ['lists.example.org', wide] })).status]).toEqual([wide, 400]);
    }
    expect((await policy()).allowedLists).toHaveLength(2);
    expect((await change({ allowedLists: Array.from({ length: 101 }, (_, at) => `a${at}.example`) })).status).toBe(400);
    expect((await change({ allowedLists: [] })).body.allowedLists).toEqual([]);
    expect((await mail()) as object).not.toHaveProperty('policy.lists');
  });

  it('deletes stored subjects when they are turned off', async () => {
    expect((await change({ keepSubjects: true })).body.keepSubjects).toBe(true);
    const envelope = { recipient: 'r', sender: 's', author: 'a', client: '192.0.2.1' };
    const content = { subject: 'Tickets', size: 1, received_at: new Date() };
    await server.db
      .insertInto('flights')
      .values({ ...envelope, ...content, id: 'kept', handle_id: handleId, state: 'delivered', events: '[]' })
      .execute();
    await change({ keepSubjects: false });
    const [flight] = await server.db.selectFrom('flights').select('subject').where('id', '=', 'kept').execute();
    expect(flight).toEqual({ subject: null });
  });
});

describe('a second inbox', () => {
  it('verifies a second inbox by an email with a separate text before it is used', async () => {
    expect((await change({ backupEmail: 'second@inbox.example' })).body).toMatchObject({
      backupEmail: 'second@inbox.example',
      backupStatus: 'pending',
    });
    expect((await mail()) as object).not.toHaveProperty('policy.backup');
    const [email] = await asking();
    expect(email).toMatchObject({ sentTo: 'second@inbox.example', subject: expect.stringContaining('Second inbox') });
    expect(email?.text?.replace(/\s+/g, ' ')).toContain('whenever the first inbox has not accepted any for hours');
    const page = (await new Person(server).request('GET', linkIn(email?.text))).text.replace(/<[^>]*>/g, '');
    expect(page).toContain('Let second@inbox.example take over for ann-of-the-hills@mail.example');
    expect((await ann.request('POST', `/api/email-forwarding/${id}/resend-backup`)).status).toBe(200);
    await verify();
    expect(await policy()).toMatchObject({ backupEmail: 'second@inbox.example', backupStatus: 'verified' });
    expect(await mail()).toMatchObject({
      destination: 'ann@inbox.example',
      policy: { backup: 'second@inbox.example' },
    });
    expect((await ann.request('POST', `/api/email-forwarding/${id}/resend-backup`)).body.code).toBe('already_verified');
  });

  it('rejects the first inbox and local addresses as the second inbox, and shows only its owner that it is full', async () => {
    expect((await change({ backupEmail: 'a\u0000b@inbox.example' })).body.errors).toEqual([
      { path: 'backupEmail', message: 'Please enter a valid email address' },
    ]);
    expect((await change({ backupEmail: 'Ann+tag@inbox.example' })).body.code).toBe('same_address');
    expect((await change({ backupEmail: 'bob@mail.example' })).body.code).toBe('own_domain');
    const person = new Person(server);
    for (const handle of ['full-one-here', 'full-two-here']) {
      await person.claim(handle, 'full@account.example');
      const handles = (await person.request('GET', '/api/handles')).body as { id: number; handle: string }[];
      const one = handles.find((item) => item.handle === handle)?.id;
      await person.request('POST', '/api/email-forwarding', { handleId: one, forwardingEmail: 'full@inbox.example' });
      await verify();
    }
    expect((await change({ backupEmail: 'full@inbox.example' })).body).toMatchObject({ backupStatus: 'pending' });
    const link = linkIn((await asking()).at(-1)?.text);
    for (const method of ['GET', 'POST'] as const) {
      const page = await new Person(server).request(method, link);
      expect([page.status, page.text.includes('This inbox has reached its limit')]).toEqual([409, true]);
    }
    // The old inbox remains while another is pending; an empty value removes both.
    expect(await mail()).toMatchObject({ policy: { backup: 'second@inbox.example' } });
    expect((await change({ backupEmail: '' })).body).toMatchObject({ backupEmail: null, backupStatus: 'none' });
    expect((await mail()) as object).not.toHaveProperty('policy.backup');
  });

  it('counts a second inbox towards the handle limit of an inbox', async () => {
    await later();
    for (const handle of ['counted-one', 'counted-two']) {
      const person = new Person(server);
      await person.claim(handle, `${handle}@account.example`);
      const [{ id: one }] = (await person.request('GET', '/api/handles')).body;
      await person.request('POST', '/api/email-forwarding', {
        handleId: one,
        forwardingEmail: `${handle}@inbox.example`,
      });
      await verify();
      const [{ id: record }] = (await person.request('GET', '/api/email-forwarding')).body;
      await person.request('PATCH', `/api/email-forwarding/${record}/policy`, { backupEmail: 'shared@inbox.example' });
      await verify();
    }
    const response = await ann.request('POST', '/api/email-forwarding', {
      handleId,
      forwardingEmail: 'shared@inbox.example',
    });
    expect(response.status).toBe(200);
    const link = linkIn((await asking()).at(-1)?.text);
    expect((await new Person(server).request('POST', link)).status).toBe(409);
    expect(await mail()).toMatchObject({ destination: 'ann@inbox.example' });
    await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'ann@inbox.example' });
  });
});

describe('an inbox that opts out', () => {
  const stop = async () => {
    await change({ backupEmail: 'stopper@inbox.example' });
    const email = (await asking()).at(-1);
    return { email, path: /https?:\/\/[^\s]+?(\/stop\/[\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '' };
  };

  it('includes an opt-out link and one-click unsubscribe headers in each verification email', async () => {
    await later();
    const { email, path } = await stop();
    const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value;
    expect(path).not.toBe('');
    expect(header('list-unsubscribe')).toContain(path);
    const page = await new Person(server).request('GET', path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('stopper@inbox.example');
    expect(page.text).not.toMatch(/<script|style="/);
    // Opening the page has no effect.
    expect(await policy()).toMatchObject({ backupStatus: 'pending' });
  });

  it('sends no email to an inbox that opted out without an account, and none after a new request', async () => {
    await later();
    await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'stopper+hers@inbox.example' });
    await verify();
    expect(await mail()).toMatchObject({ kind: 'forward', destination: 'stopper+hers@inbox.example' });
    await change({ backupEmail: 'third@inbox.example' });
    const email = (await asking()).at(-1);
    await new Person(server).request('POST', linkIn(email?.text));
    const secrets = await loadSecrets([], server.dataDir);
    const path = `/stop/${stopToken(secrets, 'stopper@inbox.example')}`;

    const press = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([press.statusCode, press.body.includes('Forwarding is stopped')]).toEqual([200, true]);
    expect(await policy()).toMatchObject({ paused: 'inbox-stopped' });
    expect(await mail()).toEqual({
      kind: 'refuse',
      code: 550,
      enhanced: '5.1.1',
      text: 'This address does not accept mail',
      key: 'ann-of-the-hills',
    });
    expect((await ann.request('GET', '/api/email-forwarding')).body[0]).toMatchObject({
      isActive: true,
      deliveringTo: null,
    });
    const again = await ann.request('POST', '/api/email-forwarding', {
      handleId,
      forwardingEmail: 'STOPPER@inbox.example',
    });
    expect([again.status, again.body.code]).toEqual([409, 'inbox_stopped']);
    expect((await toggle(true)).body.code).toBe('inbox_stopped');
    expect(await asking()).toEqual([]);

    // Mail is forwarded to another inbox once it is verified.
    await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'ann@inbox.example' });
    await verify();
    expect(await policy()).toMatchObject({ paused: null });
    expect(await mail()).toMatchObject({ destination: 'ann@inbox.example' });
    // Ann no longer has a claim to the inbox: she gets the standard response, and no email is sent.
    await later();
    expect((await change({ backupEmail: 'stopper@inbox.example' })).body).toMatchObject({ backupStatus: 'pending' });
    expect((await ann.request('POST', `/api/email-forwarding/${id}/resend-backup`)).status).toBe(200);
    expect(await asking()).toEqual([]);
    await change({ backupEmail: '' });

    const allow = await server.app.inject({ method: 'POST', url: `${path}/allow` });
    expect(allow.body).toContain('allowed again');
    await later();
    expect((await change({ backupEmail: 'stopper@inbox.example' })).status).toBe(200);
    await change({ backupEmail: '' });
  });

  it('cancels pending verifications of an opted-out inbox, including second inboxes, and resumes forwarding after an opt-in', async () => {
    const secrets = await loadSecrets([], server.dataDir);
    const path = `/stop/${stopToken(secrets, 'ann@inbox.example')}`;
    await server.app.inject({ method: 'POST', url: path });
    expect(await policy()).toMatchObject({ paused: 'inbox-stopped' });
    await server.app.inject({ method: 'POST', url: `${path}/allow` });
    expect(await policy()).toMatchObject({ paused: null });
    expect(await mail()).toMatchObject({ destination: 'ann@inbox.example' });
  });

  it('ignores a forged opt-out link', async () => {
    const forged = `/stop/${stopToken(['another secret'], 'ann@inbox.example')}`;
    for (const url of [forged, '/stop/x', '/stop/x.y', `${forged}/allow`]) {
      const response = await server.app.inject({ method: 'POST', url });
      expect([url, response.statusCode, response.body.includes('not valid')]).toEqual([url, 404, true]);
    }
    expect(await policy()).toMatchObject({ paused: null });
  });
});

describe('forwarding that was paused because the inbox no longer exists', () => {
  it('shows paused forwarding, rejects its mail, and resumes it when the owner turns it on', async () => {
    await server.db
      .updateTable('forwardings')
      .set({ paused_at: new Date(), pause_reason: 'inbox-gone' })
      .where('id', '=', id)
      .execute();
    expect(await policy()).toMatchObject({ paused: 'inbox-gone' });
    expect(await mail()).toMatchObject({ kind: 'refuse', enhanced: '5.1.1' });
    expect((await toggle(true)).body).toMatchObject({ isActive: true, deliveringTo: 'ann@inbox.example' });
    expect(await policy()).toMatchObject({ paused: null });
    expect(await mail()).toMatchObject({ kind: 'forward' });
  });
});
