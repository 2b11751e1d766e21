import { createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dkimVerify } from 'mailauth';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { signingKey } from '../../server/mail/keys/dkim-keys.ts';
import { startMail } from '../../server/mail/role.ts';
import { loadSecrets } from '../../server/platform/crypto/secrets.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createFormPage, FormVisitor } from '../support/api/page-form.ts';
import { freePort } from '../support/server/free-port.ts';
import { useServer } from '../support/server/test-server.ts';

const MESSAGE = { name: 'Bob Jones', email: 'bob@visitor.example', message: 'Hello,\nare you free in May?' };
let inbox: Inbox;
let bob: FormVisitor;
let spamChecker: Server;
/** The response of the spam checker, and the requests that it got. */
let verdict: object;
const checked: { headers: Record<string, unknown>; body: string }[] = [];
const ends: (() => Promise<unknown>)[] = [async () => spamChecker?.close()];

beforeAll(async () => {
  spamChecker = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => void pieces.push(piece));
    request.on('end', () => {
      checked.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.end(JSON.stringify(verdict));
    });
  });
  await new Promise<void>((resolve) => spamChecker.listen(0, '127.0.0.1', resolve));
});
const server = useServer(async () => ({
  SMTP_PORT: String(await freePort()),
  MAIL_DOMAIN: 'mail.example',
  MAIL_SPAM_CHECK_URL: `http://127.0.0.1:${(spamChecker.address() as AddressInfo).port}/checkv2`,
}));
beforeAll(async () => {
  inbox = await startInbox();
  const transport = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: server.config.mail.hostname });
  const pool = new pg.Pool({ connectionString: server.url });
  const { config, db, url: directUrl, clock } = server;
  const secrets = await loadSecrets([], server.dataDir);
  const mail = await startMail({
    config,
    db,
    pool,
    directUrl,
    clock,
    log: createLog('silent', true),
    secrets,
    transport,
  });
  mail.startQueue();
  ends.push(
    () => pool.end(),
    () => inbox.close(),
    () => transport.close(),
    () => mail.stop(),
  );
  bob = new FormVisitor(server);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});
beforeEach(() => {
  verdict = { action: 'no action', score: 0 };
  checked.length = 0;
  inbox.received.length = 0;
  server.advance(DAY);
});

const flightsOf = (handleId: number) =>
  server.db.selectFrom('flights').selectAll().where('handle_id', '=', handleId).execute();

/** Resolves with the delivery of a handle once it has this state. */
async function flightIn(state: string, handleId: number) {
  const find = async () => (await flightsOf(handleId)).find((flight) => flight.state === state);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return find();
}

it('forwards a message of a visitor from our address, signed, with the visitor in Reply-To only', async () => {
  const { handle, id, inbox: address } = await createFormPage(server);
  expect((await bob.fill(handle, 'contact', MESSAGE)).status).toBe(200);
  const [received] = await inbox.waitFor(1);
  if (!received) throw new Error('nothing arrived');
  expect(received.to).toEqual([address]);
  expect(received.from).toMatch(/@mail\.example$/);
  const mail = await PostalMime.parse(received.bytes);
  const host = server.config.site.host;
  expect(mail.from).toEqual({
    name: `Contact form of ${host}/${handle} (sender not verified)`,
    address: 'no-reply@mail.example',
  });
  expect(mail.to).toMatchObject([{ address: `${handle}@mail.example` }]);
  expect(mail.replyTo).toMatchObject([{ address: 'bob@visitor.example' }]);
  expect(mail.subject).toBe('Message from Bob Jones (not verified)');
  expect(mail.text).toContain(
    `Someone wrote this through the contact form of ${host}/${handle}. We have not verified who`,
  );
  expect(mail.text).toContain('Hello,\nare you free in May?');
  const { selector, publicKey } = await publishedKey();
  const { results } = await dkimVerify(received.bytes, {
    resolver: async (name: string) => {
      if (name === `${selector}._domainkey.mail.example`) return [[publicKey]];
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    },
  });
  expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
    ['pass', 'mail.example'],
  ]);
  const flight = await flightIn('handed-on', id);
  expect(flight).toMatchObject({
    direction: 'received',
    recipient: `${handle}@mail.example`,
    sender: 'no-reply@mail.example',
    subject: 'Message from Bob Jones (not verified)',
  });
});

async function publishedKey() {
  const { selector, privateKey } = await signingKey(server.config.mail.dkimKeys, server.clock());
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { selector, publicKey: `v=DKIM1; k=rsa; p=${der.toString('base64')}` };
}

it('keeps a hostile name in one header field, and adds no other field (attack 24)', async () => {
  const { handle } = await createFormPage(server);
  const name = '=?utf-8?q?x=0D=0ABcc:_victim@inbox.example?= "<a@b>", (c) :;';
  const message = 'From: fake@mail.example\n\n.\nRCPT TO:<victim@inbox.example>\n--=_boundary\n\u2028end';
  expect((await bob.fill(handle, 'contact', { ...MESSAGE, name, message })).status).toBe(200);
  const [received] = await inbox.waitFor(1);
  const mail = await PostalMime.parse(received?.bytes ?? '');
  expect(mail.headers.filter(({ key }) => ['from', 'to', 'subject', 'reply-to'].includes(key))).toHaveLength(4);
  expect(mail.headers.some(({ key }) => ['bcc', 'cc'].includes(key))).toBe(false);
  expect(mail.subject).toBe('Message from , (c) :; (not verified)');
  expect(mail.text).toContain(message);
  expect(mail.attachments).toEqual([]);
  expect(received?.to).toHaveLength(1);
});

it('a message of the form is not rejected for missing authentication, adds no contact and gets no automatic reply', async () => {
  const { handle, id } = await createFormPage(server, 'annie');
  await server.db
    .insertInto('auto_replies')
    .values({ handle_id: id, enabled: true, subject: 'Away', text: 'I am away.', audience: 'everybody', every_days: 7 })
    .execute();
  expect((await bob.fill(handle, 'contact', MESSAGE)).status).toBe(200);
  await inbox.waitFor(1);
  await flightIn('handed-on', id);
  expect(await server.db.selectFrom('contacts').selectAll().where('handle_id', '=', id).execute()).toEqual([]);
  expect(await server.db.selectFrom('mail_recipients').selectAll().where('key', '=', handle).execute()).toEqual([]);
});

it('keeps a message that the inbox defers, and records it; a message that the inbox rejects stays in the log', async () => {
  const { handle, id } = await createFormPage(server);
  inbox.on('rcpt', '451 4.2.1 later', 1);
  expect((await bob.fill(handle, 'contact', MESSAGE)).status).toBe(200);
  await flightIn('queued', id);
  const kept = await server.db.selectFrom('mail_recipients').selectAll().where('key', '=', handle).execute();
  expect(kept).toMatchObject([{ recipient: `${handle}@mail.example`, destination: `${handle}@inbox.example` }]);
  await server.db.deleteFrom('mail_recipients').execute();
  inbox.on('rcpt', '550 5.1.1 no such user', 1);
  expect((await bob.fill(handle, 'contact', { ...MESSAGE, message: 'Again' })).status).toBe(200);
  await flightIn('refused', id);
  // Nobody gets a notice, because a visitor only typed the address.
  expect(await server.db.selectFrom('mail_recipients').selectAll().execute()).toEqual([]);
});

it('a message of the form reaches every inbox of a team in a separate copy', async () => {
  const { handle, id, inbox: own } = await createFormPage(server, 'dlx');
  const account = await server.db
    .insertInto('accounts')
    .values({ email: 'member@account.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const address = 'member@inbox.example';
  await server.db
    .insertInto('handle_members')
    .values({
      handle_id: id,
      account_id: account.id,
      email: 'member@account.example',
      role: 'editor',
      mail: true,
      address,
      address_key: address,
      expires_at: server.clock(),
      joined_at: server.clock(),
    })
    .execute();
  const sent = await bob.fill(handle, 'contact', MESSAGE);
  expect([sent.status, sent.html.includes('inbox.example')]).toEqual([200, false]);
  const received = await inbox.waitFor(2);
  expect(received.flatMap(({ to }) => to).sort()).toEqual([own, address].sort());
  for (const { bytes } of received) expect(bytes.toString().match(/@inbox\.example/g)).toBe(null);
  // The form needs no inbox besides that of a member.
  await server.db.deleteFrom('forwardings').where('handle_id', '=', id).execute();
  expect((await bob.open(handle, 'contact')).status).toBe(200);
});

it('lets the owner answer from the handle in reply mode, where the sender is marked as not verified', async () => {
  const { handle, id } = await createFormPage(server, 'bertha');
  await server.db.insertInto('sending_settings').values({ handle_id: id, reply_mode: 'reply' }).execute();
  expect((await bob.fill(handle, 'contact', MESSAGE)).status).toBe(200);
  const [received] = await inbox.waitFor(1);
  const mail = await PostalMime.parse(received?.bytes ?? '');
  expect(mail.from?.address).toMatch(/^reply-[^@]+@mail\.example$/);
  expect(mail.from?.name).toMatch(/no-reply at mail\.example, not verified\)$/);
  const [replyTo] = mail.replyTo ?? [];
  expect(replyTo?.address).toMatch(/^reply-[^@]+@mail\.example$/);
  const contact = await server.db
    .selectFrom('contacts')
    .select('address')
    .where('token', '=', replyTo?.address?.slice('reply-'.length).split('@')[0] ?? '')
    .execute();
  expect(contact).toEqual([{ address: 'bob@visitor.example' }]);
});

it('shows the visitor to the spam check once, and forwards its mark', async () => {
  const { handle } = await createFormPage(server);
  verdict = { action: 'add header', score: 7.5 };
  expect((await bob.fill(handle, 'contact', MESSAGE)).status).toBe(200);
  const [received] = await inbox.waitFor(1);
  expect((await PostalMime.parse(received?.bytes ?? '')).headers).toContainEqual(
    expect.objectContaining({ key: 'x-spam', value: 'yes' }),
  );
  expect(checked.map(({ headers }) => [headers.ip, headers.from, headers.rcpt])).toEqual([
    ['127.0.0.1', 'bob@visitor.example', `${handle}@mail.example`],
  ]);
});

it.each([
  ['reject', 400, 'Our spam filter did not accept this message'],
  ['soft reject', 503, 'Please try again in a few minutes'],
])(
  'shows the visitor immediately that the spam check returns %s, and keeps what was typed',
  async (action, status, text) => {
    const { handle } = await createFormPage(server);
    verdict = { action, score: 20 };
    const sent = await bob.fill(handle, 'contact', MESSAGE);
    expect([sent.status, sent.html.includes(text), sent.html.includes('are you free in May?')]).toEqual([
      status,
      true,
      true,
    ]);
    expect(
      await server.db.selectFrom('mail_recipients').selectAll().where('key', '=', `guest:${handle}`).execute(),
    ).toEqual([]);
  },
);
