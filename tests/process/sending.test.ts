import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, openPool } from '../../server/platform/db/database.ts';
import { createAppPassword, hashAppPassword } from '../../server/sending/shared/app-password-secret.ts';
import { LineClient } from '../smtp/dialogues/line-client.ts';
import { connectSecure, plain, sendCommand } from '../smtp/submission-client.ts';
import { mailsTo, nextMailTo } from '../support/mail/outbox.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { useDatabase } from '../support/server/test-database.ts';

const INBOX = 'owner@inbox.example';
const ADDRESS = 'sender@localhost';
const FRIEND = 'friend@elsewhere.example';
/** An app password that the handle has from the beginning. */
const password = createAppPassword();
let app: App;
let pool: pg.Pool;
let db: Database;
const database = useDatabase();
let handleId: number;
let cookie = '';
beforeAll(async () => {
  app = await startApp({ env: { DATABASE_URL: database.url, MAIL_PROCESSES: '2' } });
  const signedIn = await call('POST', '/api/dev-login');
  cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
  const { id: accountId } = await (await call('GET', '/api/user')).json();
  pool = openPool(database.url, 2);
  db = openDatabase(pool);
  ({ id: handleId } = await db
    .insertInto('handles')
    .values({ handle: 'sender', account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow());
  await db.insertInto('forwardings').values({ handle_id: handleId, address: INBOX, address_key: INBOX }).execute();
  const secret = { name: 'test', secret_hash: hashAppPassword(password) };
  await db
    .insertInto('app_passwords')
    .values({ handle_id: handleId, ...secret })
    .execute();
});
afterAll(async () => {
  await pool?.end();
  await app?.stop();
});

function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(new URL(path, app.url), {
    method,
    headers: { origin: app.url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A logged-in client of the submission service. Rejects with the reply if the login fails. */
async function logIn(pass: string, secure: boolean) {
  const connection = new SMTPConnection({
    host: '127.0.0.1',
    port: secure ? app.submissionsPort : app.submissionPort,
    secure,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  });
  connection.on('error', () => {});
  await new Promise<void>((done, fail) => connection.connect((error) => (error ? fail(error) : done())));
  await new Promise<void>((done, fail) => {
    connection.login({ credentials: { user: 'sender@localhost', pass } }, (error) => (error ? fail(error) : done()));
  }).catch((error) => {
    connection.close();
    throw error;
  });
  return {
    send: (to: string) =>
      new Promise<void>((done, fail) => {
        const message = `From: sender@localhost\r\nTo: ${to}\r\nSubject: Hello\r\n\r\nHello.\r\n`;
        connection.send({ from: 'sender@localhost', to: [to] }, message, (error) => (error ? fail(error) : done()));
      }),
    end: () => connection.close(),
  };
}

it('sends with an app password until it is revoked, even in an open session', async () => {
  const passwords = `/api/handles/${handleId}/app-passwords`;
  const made = await call('POST', passwords, { name: 'Laptop' });
  expect(made.status).toBe(201);
  const { id, password: own } = await made.json();
  const [open, implicit] = [await logIn(own, false), await logIn(own, true)];
  await open.send('one@elsewhere.example');
  await implicit.send('two@elsewhere.example');
  implicit.end();
  for (const to of ['one@elsewhere.example', 'two@elsewhere.example']) {
    const mail = await nextMailTo(app, to);
    expect(mail.envelope.from).toMatch(/^sent=[a-z2-7]{13}=[0-9a-z]{20}-[a-z2-7]{6}=sender@localhost$/);
    expect(mail.from?.address).toBe('sender@localhost');
    expect(mail.bytes.toString('latin1')).toMatch(/^DKIM-Signature: [\s\S]*d=localhost;/m);
    expect(mail.bytes.toString('latin1')).not.toContain('127.0.0.1');
  }
  const all = async (): Promise<{ id: number; lastUsedFrom: string }[]> => (await call('GET', passwords)).json();
  const used = async () => (await all()).find((one) => one.id === id)?.lastUsedFrom;
  while ((await used()) !== '127.0.0.0/24') await sleep(50);

  expect((await call('DELETE', `${passwords}/${id}`)).status).toBe(200);
  await expect(logIn(own, true)).rejects.toMatchObject({ responseCode: 535 });
  // The notification of the database arrives shortly after its commit.
  const failure = () =>
    open.send('three@elsewhere.example').then(
      () => null,
      (error: Error) => error,
    );
  let refused = await failure();
  while (refused === null) refused = await failure();
  // The program shows the reason, not a lost connection.
  expect(refused).toMatchObject({ response: expect.stringMatching(/^535 5\.7\.8 This app password was revoked/) });
  open.end();
});

it('sends a test from the handle to its inbox, through the queue', async () => {
  const sent = await call('POST', `/api/handles/${handleId}/sending/test`);
  expect(sent.status).toBe(202);
  const { flightId } = await sent.json();
  const mail = await nextMailTo(app, INBOX);
  expect(mail.subject).toBe('Test from sender@localhost');
  expect(mail.envelope.from).toMatch(new RegExp(`^sent=[a-z2-7]{13}=${flightId}=sender@localhost$`));
  expect(mail.bytes.toString('latin1')).toMatch(/^DKIM-Signature: [\s\S]*d=localhost;/m);
});

/** Submits a message over a separate connection. Resolves with the reply. */
async function send(port: number, subject: string): Promise<string> {
  const client = createTransport({
    host: '127.0.0.1',
    port,
    secure: port === app.submissionsPort,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: ADDRESS, pass: password },
  });
  try {
    const { response } = await client.sendMail({ from: ADDRESS, to: FRIEND, subject, text: 'hello' });
    return response;
  } finally {
    client.close();
  }
}

it('accepts mail on both ports of submission, which the mail processes share, and sends it', async () => {
  // A new handle can send to twelve recipients an hour, and the tests above have three.
  const ports = Array.from({ length: 8 }, (_, at) => (at % 2 ? app.submissionPort : app.submissionsPort));
  const replies = await Promise.all(ports.map((port, at) => send(port, `message ${at}`)));
  expect(replies.filter((reply) => !reply.startsWith('250 2.0.0'))).toEqual([]);
  await expect.poll(async () => (await mailsTo(app, FRIEND)).length).toBe(ports.length);
  const subjects = (await mailsTo(app, FRIEND)).map(({ subject }) => subject).sort();
  expect(subjects).toEqual(ports.map((_, at) => `message ${at}`));
});

it('ends the login of a session at its next message, in whichever process it is, when its password is revoked', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => connectSecure(app.submissionsPort)));
  for (const session of sessions)
    expect(await sendCommand(session, `AUTH PLAIN ${plain(ADDRESS, password)}`)).toMatch(/^235/);
  await db.deleteFrom('app_passwords').execute();
  for (const session of sessions) {
    let reply: string | null = '';
    await expect
      .poll(async () => {
        if (reply?.startsWith('250')) await sendCommand(session, 'RSET');
        reply = await sendCommand(session, `MAIL FROM:<${ADDRESS}>`);
        return reply;
      })
      .toMatch(/^535 5\.7\.8/);
    expect(await sendCommand(session, 'RCPT TO:<carol@elsewhere.example>')).toMatch(/^530 5\.7\.0/);
    session.destroy();
  }
  const late = await connectSecure(app.submissionsPort);
  expect(await sendCommand(late, `AUTH PLAIN ${plain(ADDRESS, password)}`)).toMatch(/^535 5\.7\.8/);
  late.destroy();
});

it('stays closed for submission on port 25', async () => {
  const client = await LineClient.connect(app.smtpPort);
  await client.readLine();
  expect(await sendCommand(client, 'EHLO client.test')).toMatch(/^250 SIZE/);
  expect(await sendCommand(client, `AUTH PLAIN ${plain(ADDRESS, password)}`)).toMatch(/^502/);
  client.destroy();
});

it.each(['SUBMISSION_PORT', 'SUBMISSIONS_PORT'] as const)(
  'refuses to share the port in %s with another program',
  { tags: ['long'] },
  async (setting) => {
    const port = setting === 'SUBMISSION_PORT' ? app.submissionPort : app.submissionsPort;
    const other = startApp({ env: { MAIL_PROCESSES: '2', [setting]: String(port) } });
    await expect(other).rejects.toThrow(`Port ${port} is taken. Stop the program that uses it, or set ${setting}`);
  },
);
