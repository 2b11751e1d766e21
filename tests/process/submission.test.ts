import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEmbedded } from '../../db/embedded.ts';
import { createAppPassword, hashAppPassword } from '../../server/sending/shared/app-password-secret.ts';
import { LineClient } from '../smtp/dialogues/line-client.ts';
import { connectSecure, plain, sendCommand } from '../smtp/submission-client.ts';
import { mailsTo } from '../support/mail/outbox.ts';
import { type App, startApp } from '../support/server/app-process.ts';

const ADDRESS = 'sender@localhost';
const FRIEND = 'friend@elsewhere.example';
const password = createAppPassword();
let app: App;
let database: pg.Client;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_PROCESSES: '2' } });
  database = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await database.connect();
  await database.query(
    `with account as (
       insert into accounts (email, email_verified_at) values ('owner@elsewhere.example', now()) returning id
     ), claimed as (
       insert into handles (handle, account_id, paid_until)
       select 'sender', id, now() + interval '1 year' from account returning id
     )
     insert into app_passwords (handle_id, name, secret_hash) select id, 'test', $1 from claimed`,
    [hashAppPassword(password)],
  );
});
afterAll(async () => {
  await database?.end();
  await app?.stop();
});

/** Submits a message over a connection of its own. Resolves with the reply. */
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
  const ports = Array.from({ length: 10 }, (_, at) => (at % 2 ? app.submissionPort : app.submissionsPort));
  const replies = await Promise.all(ports.map((port, at) => send(port, `message ${at}`)));
  expect(replies.filter((reply) => !reply.startsWith('250 2.0.0'))).toEqual([]);
  await expect.poll(async () => (await mailsTo(app, FRIEND)).length).toBe(10);
  const subjects = (await mailsTo(app, FRIEND)).map(({ subject }) => subject).sort();
  expect(subjects).toEqual(ports.map((_, at) => `message ${at}`));
});

it('ends the login of a session at its next message, in whichever process it is, when its password is revoked', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => connectSecure(app.submissionsPort)));
  for (const session of sessions)
    expect(await sendCommand(session, `AUTH PLAIN ${plain(ADDRESS, password)}`)).toMatch(/^235/);
  await database.query('delete from app_passwords');
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
