import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import type { Resolver } from '../../mail/host/runtime.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServers } from '../../mail/server.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { openMailHost } from '../../server/mail/host.ts';
import { mailOptions } from '../../server/mail/role.ts';
import { createSystemEmailSender } from '../../server/mail/system-email-sender.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { writeFromOutside } from '../support/mail/write-from-outside.ts';
import { useServer } from '../support/server/test-server.ts';

const HANDLE = 'ann-of-the-hills';
const INBOX = 'ann@inbox.example';
const server = useServer({ MAIL_DOMAIN: 'mail.example' });
let inbox: Inbox;
let smtpPort = 0;
let sendSystemEmail: (to: string, message: Buffer) => Promise<void>;
let ann: Person;
let handleId = 0;
let id = 0;
const ends: (() => Promise<unknown>)[] = [];

/** SPF passes for this machine in every domain, so that the queue keeps what the inbox defers. */
const resolver: Resolver = {
  async resolve(name, type) {
    if (type === 'TXT' && !name.startsWith('_')) return [['v=spf1 ip4:127.0.0.1 -all']];
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  },
};

beforeAll(async () => {
  inbox = await startInbox();
  ends.push(() => inbox.close());
  const { db, config, clock, url: directUrl } = server;
  const pool = openPool(directUrl);
  ends.push(() => pool.end());
  const transport = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: config.mail.hostname });
  ends.push(() => transport.close());
  const parts = { config, db, pool, directUrl, clock, log: createLog('silent', true), transport };
  const host = await openMailHost(parts);
  ends.push(() => host.stop());
  sendSystemEmail = createSystemEmailSender(config, host.ports);
  const options = { ...mailOptions(config, ['secret']), greetingDelay: 0 };
  const { transfer: smtp } = createMailServers({ ...host.ports, resolver }, options);
  smtpPort = (await smtp.listen(0)).port;
  ends.push(() => smtp.close());
  const runner = createQueueRunner(host.ports, options, { poll: 20 });
  runner.start();
  ends.push(() => runner.stop());

  ann = new Person(server);
  await ann.claim(HANDLE, 'ann@account.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});
beforeEach(async () => {
  for (const step of ['rcpt', 'dot'] as const) inbox.on(step, null);
  await server.db.deleteFrom('forwardings').execute();
  await server.db.deleteFrom('stopped_inboxes').execute();
  await server.db.deleteFrom('limited_uses').execute();
  await server.sentEmails();
  const mails = await mailsAfter(() =>
    ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: INBOX }),
  );
  await ann.request('POST', linkIn(mails[0]?.text));
  id = (await ann.request('GET', '/api/email-forwarding')).body[0].id;
  await server.sentEmails();
});

const mail = async () => (await ann.request('GET', `/api/handles/${handleId}`)).body.mail;
const becomes = (state: string, reason: RegExp | null) =>
  expect
    .poll(mail, { timeout: 30_000 })
    .toMatchObject({ state, reason: reason === null ? null : expect.stringMatching(reason) });

async function mailsAfter(action: () => Promise<unknown>) {
  await action();
  return server.sentEmails();
}

const write = () => writeFromOutside(smtpPort, `${HANDLE}@mail.example`);

async function writeThrice(reply: RegExp) {
  for (let at = 0; at < 3; at++) expect(await write()).toMatch(reply);
}

describe('an inbox that stops accepting mail and recovers', () => {
  it('refuses mail after three replies 550 5.1.1, notifies the account at another address once, and works after a delivery', async () => {
    expect(await mail()).toEqual({ state: 'works', reason: null, since: null });
    inbox.on('rcpt', '550 5.1.1 <ann@inbox.example> does not exist');
    await writeThrice(/^550 5\.1\.1/);
    await becomes('refuses', /does not exist/);
    expect((await mail()).since).toEqual(expect.any(String));
    const [email, ...more] = await server.sentEmails();
    expect(more).toEqual([]);
    expect(email?.sentTo).toBe('ann@account.example');
    expect(email?.text).toContain('a***@i***.example');
    expect(email?.text).toContain(`/app/manage-email?handleId=${handleId}`);
    await write();
    expect(await server.sentEmails()).toEqual([]);

    inbox.on('rcpt', null);
    expect(await write()).toMatch(/^250/);
    await becomes('works', null);
    inbox.on('rcpt', '550 5.1.1 No');
    await writeThrice(/^550/);
    await becomes('refuses', /does not exist/);
    expect(await server.sentEmails()).toHaveLength(1);
  });

  it.each(['552 5.2.2 Over quota', '452 4.2.2 Mailbox full', '452 Mailbox full'])(
    'refuses mail after three replies %s, and works once the inbox has space',
    async (reply) => {
      inbox.on('rcpt', reply);
      await writeThrice(/^250/);
      await becomes('refuses', /is full/);
      expect((await server.sentEmails()).map(({ subject }) => subject)).toEqual([
        `Mail for ${HANDLE}@mail.example does not arrive`,
      ]);
      inbox.on('rcpt', null);
      await server.db
        .updateTable('mail_recipients')
        .set({ next_try_at: new Date(0) })
        .execute();
      await becomes('works', null);
    },
  );

  it('sends one email about refusals in parallel sessions, and starts anew with another inbox', async () => {
    inbox.on('rcpt', '550 5.1.1 No');
    await Promise.all(Array.from({ length: 6 }, write));
    await becomes('refuses', /does not exist/);
    const first = await mail();
    await Promise.all(Array.from({ length: 3 }, write));
    expect(await mail()).toEqual(first);
    expect(await server.sentEmails()).toHaveLength(1);

    const other = { handleId, forwardingEmail: 'second.try@inbox.example' };
    const [verification] = await mailsAfter(() => ann.request('POST', '/api/email-forwarding', other));
    expect(await mail()).toMatchObject({
      state: 'unverified',
      reason: expect.stringContaining('no longer accepts mail'),
    });
    await ann.request('POST', linkIn(verification?.text));
    expect(await mail()).toEqual({ state: 'works', reason: null, since: null });
    await server.sentEmails();
    await Promise.all(Array.from({ length: 3 }, write));
    await becomes('refuses', /does not exist/);
    expect(await server.sentEmails()).toHaveLength(1);
  });

  it('tries again when the owner switches on forwarding, or names the same inbox', async () => {
    const again = [
      () => ann.request('PATCH', `/api/email-forwarding/${id}/toggle`, { isActive: true }),
      () => ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: INBOX }),
    ];
    for (const action of again) {
      inbox.on('rcpt', '550 5.1.1 No');
      await writeThrice(/^550/);
      await becomes('refuses', /does not exist/);
      expect((await action()).status).toBe(200);
      expect(await mail()).toMatchObject({ state: 'works' });
    }
  });
});

describe('an inbox that is stopped by the link of an email', () => {
  const stopLink = async () => {
    const other = 'stopper@inbox.example';
    const [email] = await mailsAfter(() =>
      ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: other }),
    );
    await ann.request('POST', linkIn(email?.text));
    await server.sentEmails();
    return new URL(/https?:\S+\/stop\/\S+/.exec(email?.text ?? '')?.[0] ?? '').pathname;
  };

  it('stops an inbox by the link of an email, notifies the account once, and allows it again only by the link', async () => {
    const link = await stopLink();
    const [email, ...more] = await mailsAfter(() => new Person(server).request('POST', link));
    expect(more).toEqual([]);
    expect(email).toMatchObject({ sentTo: 'ann@account.example', subject: expect.stringContaining('was stopped') });
    expect(await mail()).toMatchObject({ state: 'stopped', reason: expect.stringContaining('by the link') });
    const { since } = await mail();
    server.advance(60_000);
    expect(await mailsAfter(() => new Person(server).request('POST', link))).toEqual([]);
    expect((await mail()).since).toBe(since);
    const same = { handleId, forwardingEmail: 'stopper@inbox.example' };
    expect((await ann.request('POST', '/api/email-forwarding', same)).body.code).toBe('inbox_stopped');
    await new Person(server).request('POST', `${link}/allow`);
    expect(await mail()).toMatchObject({ state: 'works', reason: null });
  });

  it('limits the emails about an inbox that is stopped and allowed in turn (attack 48)', async () => {
    const link = await stopLink();
    let sent = 0;
    for (let at = 0; at < 8; at++) {
      sent += (await mailsAfter(() => new Person(server).request('POST', link))).length;
      await new Person(server).request('POST', `${link}/allow`);
    }
    expect(sent).toBe(5);
  });

  it('resumes an inbox when the account with that address names it again, and sends no email about it', async () => {
    const link = await stopLink();
    const key = 'ann@account.example';
    const stopped = { address: key, address_key: key, paused_at: server.clock(), pause_reason: 'inbox-stopped' };
    await server.db.updateTable('forwardings').set(stopped).execute();
    await server.db.insertInto('stopped_inboxes').values({ inbox_key: key }).execute();
    expect(link).toContain('/stop/');
    expect(await mail()).toMatchObject({ state: 'stopped' });
    expect((await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: key })).status).toBe(200);
    expect(await mail()).toMatchObject({ state: 'works' });
    expect(await server.sentEmails()).toEqual([]);
  });
});

describe('a verification email', () => {
  const wrong = 'nobody@inbox.example';
  const message = Buffer.from('From: a@mail.example\r\n\r\nhi\r\n');
  const record = () => server.db.selectFrom('forwardings').selectAll().executeTakeFirstOrThrow();

  beforeEach(async () => {
    await server.db.deleteFrom('forwardings').execute();
    id = (await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: wrong })).body.id;
  });

  it('a verification email that is refused immediately makes the inbox unverifiable until it is asked again or corrected', async () => {
    expect(await mail()).toMatchObject({ state: 'unverified', since: expect.any(String) });
    inbox.on('rcpt', '550 5.1.1 nobody@inbox.example unknown');
    await sendSystemEmail(wrong, message);
    expect(await mail()).toEqual({
      state: 'unverifiable',
      reason: expect.stringContaining('this mailbox does not exist'),
      since: expect.any(String),
    });
    await ann.request('POST', `/api/email-forwarding/${id}/resend-verification`);
    expect(await mail()).toMatchObject({ state: 'unverified' });
    await sendSystemEmail(wrong, message);
    expect(await mail()).toMatchObject({ state: 'unverifiable' });
    await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: INBOX });
    expect(await mail()).toMatchObject({ state: 'unverified' });
  });

  it('a verification email that waits in the queue and is refused there makes the inbox unverifiable', async () => {
    inbox.on('rcpt', '451 4.7.1 Later');
    await sendSystemEmail(wrong, message);
    expect((await record()).pending_refused_at).toBeNull();
    inbox.on('rcpt', '550 5.7.1 We want no mail from you');
    await server.db
      .updateTable('mail_recipients')
      .set({ next_try_at: new Date(0) })
      .execute();
    await becomes('unverifiable', /refused our verification email/);
  });

  it('a verification email that somebody else gets does not change the state of the inbox', async () => {
    inbox.on('rcpt', '550 5.1.1 No');
    await sendSystemEmail('other@inbox.example', message);
    expect(await mail()).toMatchObject({ state: 'unverified' });
  });
});

it('shows the owner of a suspended handle the reason and the decision, and refuses a test mail for that reason', async () => {
  const { db } = server;
  const now = server.clock();
  await db.updateTable('handles').set({ state: 'suspended', suspended_at: now }).where('id', '=', handleId).execute();
  const decided = {
    handle_id: handleId,
    action: 'suspend',
    owner_answer: 'It sells nothing.',
    opened_at: now,
    closed_at: now,
  };
  const old = { ...decided, state: 'upheld', owner_answer: 'An older one', decided_at: new Date(now.getTime() - 1) };
  await db.insertInto('page_cases').values(old).execute();
  const read = async () => (await ann.request('GET', '/api/handles')).body[0];
  expect((await read()).suspension).toBeUndefined();
  const { id: decisionId } = await db
    .insertInto('page_cases')
    .values({ ...decided, state: 'upheld', decided_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await read()).toMatchObject({
    suspension: { decisionId, answer: 'It sells nothing.' },
    mail: { state: 'suspended', reason: expect.stringContaining('suspended'), since: now.toISOString() },
    deliveringTo: null,
  });
  const test = await ann.request('POST', `/api/email-forwarding/${id}/test-mail`);
  expect(test.body).toMatchObject({ code: 'nothing_to_test', message: expect.stringContaining('suspended') });
});
