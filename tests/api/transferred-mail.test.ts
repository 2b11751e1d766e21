import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import type { Resolver } from '../../mail/host/runtime.ts';
import type { Transport } from '../../mail/host/transport.ts';
import type { OutgoingMessage } from '../../mail/message/outgoing-message.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createMailServers } from '../../mail/server.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { transferHandle } from '../../server/admin/handles/transfer-rules.ts';
import { contactMailPolicy } from '../../server/mail/contact-form/contact-mail-rules.ts';
import { openMailHost } from '../../server/mail/host.ts';
import { mailOptions } from '../../server/mail/role.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { LineClient } from '../smtp/dialogues/line-client.ts';
import { linkIn } from '../support/api/person.ts';
import { addMember, createColleague, createOffer } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const DOMAIN = 'mail.example';
const server = useServer({ MAIL_DOMAIN: DOMAIN, MAIL_HOSTNAME: 'mx.mail.example', HANDLES_PER_ACCOUNT: '9' });
let mail: Awaited<ReturnType<typeof startMail>>;
beforeAll(async () => {
  mail = await startMail();
});
afterAll(() => mail?.stop());
afterEach(() => {
  mail.delivered.length = 0;
  mail.full.clear();
  vi.restoreAllMocks();
});

/** SPF passes for this machine in every domain. */
const resolver: Resolver = {
  async resolve(name, type) {
    if (type === 'TXT' && !name.startsWith('_')) return [['v=spf1 ip4:127.0.0.1 -all']];
    throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  },
};

/** Starts a mail server on the database of the HTTP server. Collects what it sends; inboxes in `full` defer. */
async function startMail() {
  const { config, db, clock, url } = server;
  const delivered: (Pick<OutgoingMessage, 'to'> & { text: string })[] = [];
  const full = new Set<string>();
  const transport: Transport = {
    async deliver({ to, body }, { onDot }) {
      if (full.has(to)) return { kind: 'deferred', code: 452, enhanced: '4.2.2', text: '452 4.2.2 full' };
      onDot();
      const chunks: Buffer[] = [];
      for await (const chunk of body.open()) chunks.push(chunk);
      delivered.push({ to, text: Buffer.concat(chunks).toString() });
      return { kind: 'delivered', code: 250, text: '250 ok', final: true };
    },
    close: async () => {},
  };
  const pool = openPool(url);
  const log = createLog('silent', true);
  const host = await openMailHost({ config, db, pool, directUrl: url, clock, log, transport });
  const options = { ...mailOptions(config, ['secret']), greetingDelay: 0 };
  const { transfer: smtp } = createMailServers({ ...host.ports, resolver }, options);
  const { port } = await smtp.listen(0);
  return {
    delivered,
    full,
    port,
    /** Attempts what is due in the queue until `isDone`. */
    async runQueue(isDone: () => boolean): Promise<void> {
      const runner = createQueueRunner(host.ports, options, { poll: 20 });
      runner.start();
      await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
      await runner.stop();
    },
    async stop() {
      await smtp.close();
      await host.stop();
      await pool.end();
    },
  };
}

/** Sends one message and returns the reply to RCPT, or to its end if RCPT accepts. `beforeEnd` is called before the final dot. */
async function write(handle: string, { from = 'carol@senders.example', beforeEnd = async () => {} } = {}) {
  const client = await LineClient.connect(mail.port);
  await client.readLine();
  try {
    for (const command of ['HELO c.example', `MAIL FROM:<${from}>`, `RCPT TO:<${handle}@${DOMAIN}>`, 'DATA']) {
      client.send(`${command}\r\n`);
      const reply = String(await client.readLine());
      if (!/^[23]/.test(reply)) return reply;
    }
    client.send(`From: carol@senders.example\r\nTo: ${handle}@${DOMAIN}\r\n\r\nHello ${handle}\r\n`);
    await beforeEnd();
    client.send('.\r\n');
    return String(await client.readLine());
  } finally {
    client.destroy();
  }
}

/** Sends messages until the mail server has been notified of the change and its reply begins as expected. */
const expectReply = (handle: string, reply: RegExp, from?: string) =>
  expect.poll(() => write(handle, from === undefined ? {} : { from }), { timeout: 10_000 }).toMatch(reply);
const recipients = () => mail.delivered.map(({ to }) => to).sort();
const mailsTo = async (to: string) => (await server.sentEmails()).filter(({ sentTo }) => sentTo === to);

it('defers mail for a day after a transfer, to the null sender too, until the new owner has an inbox', async () => {
  const { owner, receiver, accept } = await createOffer(server);
  const { id, handle } = owner;
  expect(await write(handle)).toMatch(/^250 /);
  expect(recipients()).toEqual([owner.inbox]);
  expect((await accept()).status).toBe(200);
  const waits = /^450 4\.2\.1 This address has no inbox at the moment, please try again later$/;
  await expectReply(handle, waits);
  // The mail server is notified of the transfer shortly after it.
  mail.delivered.length = 0;
  await expectReply(`${handle}+tag`, waits, '');
  expect(mail.delivered).toEqual([]);
  expect(await contactMailPolicy(server.db, handle, server.clock())).toBe('closed');
  const [email] = await mailsTo(receiver.email);
  const { mail_deferred_until: until } = await server.db
    .selectFrom('handles')
    .select('mail_deferred_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Math.round(((until?.getTime() ?? 0) - server.clock().getTime()) / HOUR)).toBe(24);
  expect(email?.text?.replace(/\s+/g, ' ')).toMatch(/Mail waits at its senders until \d+ \w+ \d{4}, \d\d:\d\d UTC/);

  // The day ends without any change that could notify the mail server.
  await sql`set session_replication_role = replica; update handles set mail_deferred_until = now() where id = ${sql.lit(id)};
    set session_replication_role = default`.execute(server.db);
  expect(await write(handle)).toMatch(/^550 5\.1\.1 /);

  const forwardingEmail = 'new.owner@inbox.example';
  await receiver.person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail });
  const [verification] = await mailsTo(forwardingEmail);
  await receiver.person.request('POST', linkIn(verification?.text));
  await expectReply(handle, /^250 /);
  expect(recipients()).toEqual([forwardingEmail]);
});

it('delivers to the verified inbox of a member who becomes the owner, and returns queued mail to the old inbox (attack 53)', async () => {
  const { owner, receiver, accept } = await createOffer(server);
  const { id, handle } = owner;
  const memberId = await addMember(server, id, receiver, 'manager');
  const own = `own.of.${handle}@inbox.example`;
  await server.db
    .updateTable('handle_members')
    .set({ address: own, address_key: own })
    .where('id', '=', memberId)
    .execute();
  // One message waits for both inboxes. The copy of the old owner must not reach the new owner.
  mail.full.add(owner.inbox).add(own);
  await expect.poll(() => write(handle), { timeout: 10_000 }).toMatch(/^250 /);
  await expect
    .poll(async () => (await queued(handle)).map(({ member_id }) => member_id !== null).sort())
    .toEqual([false, true]);
  expect((await accept()).status).toBe(200);
  expect(await queued(handle)).toMatchObject([
    { destination: owner.inbox, for_earlier_owner: true },
    { destination: own, for_earlier_owner: false, member_id: null },
  ]);
  mail.full.clear();
  await server.db
    .updateTable('mail_recipients')
    .set({ next_try_at: new Date(0) })
    .where('key', '=', handle)
    .execute();
  await mail.runQueue(() => mail.delivered.length === 1);
  await expect.poll(() => queued(handle)).toEqual([]);
  expect(recipients()).toEqual([own]);

  mail.delivered.length = 0;
  await expectReply(handle, /^250 /);
  expect(recipients()).toEqual([own]);
  const [email] = await mailsTo(receiver.email);
  expect(email?.text?.replace(/\s+/g, ' ')).toContain('goes to o***@i***.example, the inbox that you verified');
  const { forwardingStatus } = (await receiver.person.request('GET', `/api/handles/${id}`)).body;
  expect(forwardingStatus).toBe('verified');
});

/** Returns the queued copies of a handle, those for its own inbox first. */
const queued = (handle: string) =>
  server.db
    .selectFrom('mail_recipients')
    .select(['destination', 'member_id', 'for_earlier_owner'])
    .where('key', '=', handle)
    .orderBy('for_earlier_owner', 'desc')
    .execute();

it.each([
  [
    'is pending',
    { address: null, address_key: null, pending_address: 'p@inbox.example', pending_key: 'p@inbox.example' },
  ],
  ['wants no mail', { wants_mail: false }],
  ['is paused', { paused_at: new Date() }],
  ['was stopped by its owner', { address: 'stopped@inbox.example', address_key: 'stopped@inbox.example' }],
])('defers mail if the inbox of the member who becomes the owner %s', async (_what, changes) => {
  const { owner, receiver, accept } = await createOffer(server);
  const memberId = await addMember(server, owner.id, receiver, 'manager');
  const address = 'member@inbox.example';
  await server.db
    .insertInto('stopped_inboxes')
    .values({ inbox_key: 'stopped@inbox.example' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await server.db
    .updateTable('handle_members')
    .set({ address, address_key: address, ...changes })
    .where('id', '=', memberId)
    .execute();
  expect((await accept()).status).toBe(200);
  await expectReply(owner.handle, /^450 4\.2\.1 /);
  expect(mail.delivered).toEqual([]);
});

it('sends the old owner no mail of a client that named the recipient before the transfer (attack 53)', async () => {
  const { owner, accept } = await createOffer(server);
  const beforeEnd = async () => {
    expect((await accept()).status).toBe(200);
    await expectReply(owner.handle, /^450 /);
    // After two seconds the recipients are looked up again.
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 2100);
  };
  expect(await write(owner.handle, { beforeEnd })).toMatch(/^451 4\.3\.0 A recipient changed/);
  expect(mail.delivered).toEqual([]);
});

it('ends the mail of all members if an administrator transfers the handle, and that of a suspended member even before (attack 46)', async () => {
  const { owner, receiver } = await createOffer(server);
  const member = await createColleague(server);
  const memberId = await addMember(server, owner.id, member, 'editor', true);
  await member.person.request('PUT', `/api/handles/${owner.id}/member-inbox`, { email: member.email });
  const reached = async () => {
    mail.delivered.length = 0;
    expect(await write(owner.handle)).toMatch(/^250 /);
    return recipients();
  };
  const both = [owner.inbox, member.email].sort();
  await expect.poll(reached, { timeout: 10_000 }).toEqual(both);
  const suspended = (suspended_at: Date | null) =>
    server.db.updateTable('accounts').set({ suspended_at }).where('id', '=', member.accountId).execute();
  await suspended(server.clock());
  await expect.poll(reached, { timeout: 10_000 }).toEqual([owner.inbox]);
  await suspended(null);
  await expect.poll(reached, { timeout: 10_000 }).toEqual(both);

  const order = { actor: COMMAND_LINE, id: owner.id, ownerId: receiver.accountId, reason: 'By order of a court' };
  await transferHandle(server.db, order, server.clock());
  await expectReply(owner.handle, /^450 4\.2\.1 /);
  const [told] = await mailsTo(member.email);
  expect(told?.subject).toContain('You no longer get the mail');
  const place = server.db.selectFrom('handle_members').select(['mail', 'address']).where('id', '=', memberId);
  expect(await place.execute()).toEqual([{ mail: false, address: null }]);
});
