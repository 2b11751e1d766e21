import type pg from 'pg';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import type { Resolution } from '../../mail/host/directory.ts';
import type { Transport } from '../../mail/host/transport.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { createQueueStore } from '../../server/mail/queue/store.ts';
import { LineClient } from './dialogues/line-client.ts';
import { HOSTNAME, type MailServer, type MailServerChanges, startMailServer } from './mail-server.ts';
import { until } from './queued.ts';

const SENDER = 'carol@senders.test';
export const TEAM = 'team@handles.test';
export const OWNER = 'owner@one.test';
export const ANNA = { id: 7, address: 'anna@two.test' };
export const BEN = { id: 8, address: 'ben@three.test' };

/** A mail server with an SMTP server for each domain of the inboxes, and with the queue in PostgreSQL. */
export interface TeamServer extends AsyncDisposable {
  server: MailServer;
  /** The SMTP server of a domain. */
  at(address: string): Inbox;
  /** Sends a message and returns the reply to the final dot. */
  send(to?: string[], text?: string): Promise<string>;
  /** Makes all queued copies due, or those for one address. */
  makeDue(destination?: string): Promise<void>;
  /** Attempts the due copies until the condition is true. */
  runUntil(condition: () => boolean | Promise<boolean>, runners?: number): Promise<void>;
  queued(): Promise<string[]>;
  /** Failure notices that the sender got. */
  notices(): string[];
}

const MESSAGE = `From: ${SENDER}\r\nTo: ${TEAM}\r\nSubject: hi\r\n\r\nHello\r\n`;

export async function startTeamServer(pool: pg.Pool, changes: MailServerChanges = {}): Promise<TeamServer> {
  for (const table of ['mail_recipients', 'mail_messages', 'mail_groups']) await pool.query(`delete from ${table}`);
  const sinks = new Map<string, Inbox>();
  const relays = new Map<string, Transport>();
  for (const domain of ['one.test', 'two.test', 'three.test', 'four.test', 'senders.test']) {
    const sink = await startInbox();
    sinks.set(domain, sink);
    relays.set(
      domain,
      createRelay(`smtp://127.0.0.1:${sink.port}`, { hostname: HOSTNAME, timeouts: { connect: 5000 } }),
    );
  }
  const domainOf = (address: string) => address.split('@').at(-1) ?? '';
  const transport: Transport = {
    deliver: (message, control) => (relays.get(domainOf(message.to)) as Transport).deliver(message, control),
    close: async () => void (await Promise.all([...relays.values()].map((relay) => relay.close()))),
  };
  const server = await startMailServer({ queue: createQueueStore(pool), transport: () => transport, ...changes });
  const team: Resolution = { kind: 'forward', destination: OWNER, key: 'team', others: [ANNA, BEN] };
  server.recipients.team = team;
  const at = (address: string) => sinks.get(domainOf(address)) as Inbox;
  return {
    server,
    at,
    send: (to = [TEAM], text = MESSAGE) => send(server.port, to, text),
    async makeDue(destination) {
      await pool.query('update mail_recipients set next_try_at = now() where $1::text is null or destination = $1', [
        destination ?? null,
      ]);
    },
    async runUntil(condition, count = 1) {
      const runners = Array.from({ length: count }, () =>
        createQueueRunner(server.host, server.options, { poll: 20, stopTimeout: 1000 }),
      );
      for (const runner of runners) runner.start();
      try {
        await until(condition);
      } finally {
        await Promise.all(runners.map((runner) => runner.stop()));
      }
    },
    async queued() {
      const { rows } = await pool.query<{ destination: string }>(
        'select destination from mail_recipients order by destination',
      );
      return rows.map(({ destination }) => destination);
    },
    notices: () => at(SENDER).received.map(({ bytes }) => bytes.toString()),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await Promise.all([...sinks.values()].map((sink) => sink.close()));
    },
  };
}

async function send(port: number, to: string[], text: string): Promise<string> {
  const client = await LineClient.connect(port);
  try {
    await client.readLine();
    const commands = ['HELO client.test', `MAIL FROM:<${SENDER}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA'];
    for (const command of commands) {
      client.send(`${command}\r\n`);
      const reply = (await client.readLine()) ?? '';
      if (!/^[23]/.test(reply)) return reply;
    }
    client.send(`${text}.\r\n`);
    return (await client.readLine(20_000)) ?? '';
  } finally {
    client.destroy();
  }
}
