import { setTimeout as sleep } from 'node:timers/promises';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { nextMailTo } from '../support/mail/outbox.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const INBOX = 'owner@inbox.example';
let app: App;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let handleId: number;
let cookie = '';
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ env: { DATABASE_URL: database.url } });
  const signedIn = await call('POST', '/api/dev-login');
  cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
  const { id: accountId } = await (await call('GET', '/api/user')).json();
  const pool = openPool(database.url);
  const db = openDatabase(pool);
  ({ id: handleId } = await db
    .insertInto('handles')
    .values({ handle: 'sender', account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow());
  await db.insertInto('forwardings').values({ handle_id: handleId, address: INBOX, address_key: INBOX }).execute();
  await pool.end();
});
afterAll(async () => {
  await app?.stop();
  await database?.drop();
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
    ...{ host: '127.0.0.1', port: secure ? app.submissionsPort : app.submissionPort, secure, requireTLS: true },
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

it('sends with an app password until it is revoked, also in an open session', async () => {
  const passwords = `/api/handles/${handleId}/app-passwords`;
  const made = await call('POST', passwords, { name: 'Laptop' });
  expect(made.status).toBe(201);
  const { id, password } = await made.json();
  const [open, implicit] = [await logIn(password, false), await logIn(password, true)];
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
  const used = async () => (await (await call('GET', passwords)).json())[0].lastUsedFrom;
  while ((await used()) !== '127.0.0.0/24') await sleep(50);

  expect((await call('DELETE', `${passwords}/${id}`)).status).toBe(200);
  await expect(logIn(password, true)).rejects.toMatchObject({ responseCode: 535 });
  // The notification of the database arrives a moment after its commit.
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
