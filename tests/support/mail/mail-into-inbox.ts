import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type Inbox, startInbox } from '../../../fakes/inbox.ts';
import { createRelay } from '../../../mail/smtp-out/relay.ts';
import { startMail } from '../../../server/mail/role.ts';
import { loadSecrets } from '../../../server/platform/crypto/secrets.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import type { TestServer } from '../server/test-server.ts';

/** The mail server of a test server, which delivers everything to one SMTP server. */
export interface MailIntoInbox {
  inbox: Inbox;
  /** Sends a message as a stranger does, and returns the last reply: to the final dot, or to the command that was rejected. */
  send(to: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the mail server with the settings of the test server, which needs an `SMTP_PORT`. */
export async function startMailIntoInbox(server: TestServer): Promise<MailIntoInbox> {
  const { config, db, url, clock, dataDir } = server;
  const inbox = await startInbox();
  const transport = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: config.mail.hostname });
  const pool = new pg.Pool({ connectionString: url });
  const log = createLog('silent', true);
  const secrets = await loadSecrets([], dataDir);
  const mail = await startMail({ config, db, pool, directUrl: url, clock, log, secrets, transport });
  mail.startQueue();
  return {
    inbox,
    send: (to, subject) => send(config.smtpPort, to, subject),
    async stop() {
      await mail.stop();
      await transport.close();
      await inbox.close();
      await pool.end();
    },
  };
}

async function send(port: number, to: string, subject: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const text = `From: carol@senders.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nHello\r\n.`;
  let reply = '';
  try {
    for (const command of [
      '',
      'HELO client.test',
      'MAIL FROM:<carol@senders.example>',
      `RCPT TO:<${to}>`,
      'DATA',
      text,
    ]) {
      if (command) socket.write(`${command}\r\n`);
      reply = String((await replies.next()).value ?? '');
      if (!/^[23]/.test(reply)) break;
    }
    return reply;
  } finally {
    socket.destroy();
  }
}
