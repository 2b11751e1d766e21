import { setTimeout as sleep } from 'node:timers/promises';
import { SENDERS } from '../drills/site.ts';
import { Client } from '../faults/load/client.ts';
import type { Installation } from './installation.ts';

/** Milliseconds that a sender waits for a reply. */
const PATIENCE = 30_000;

/** Senders that each send messages one by one, to any mail process. A message without a 250 reply is not sent again. */
export class MailLoad {
  /** The messages that got 250. */
  readonly accepted: string[] = [];
  /** The time at which each message got 250. */
  readonly acceptedAt = new Map<string, number>();
  /** How often each reply other than 250 occurred, and how many connections were lost. */
  readonly refused = new Map<string, number>();
  readonly #installation: Installation;
  readonly #recipients: string[];
  readonly #work: Promise<void>[];
  #running = true;

  constructor(installation: Installation, recipients: string[], senders: number) {
    this.#installation = installation;
    this.#recipients = recipients;
    this.#work = Array.from({ length: senders }, (_, sender) => this.#send(sender));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#work);
  }

  async #send(sender: number): Promise<void> {
    for (let number = 1; this.#running; number++) {
      const id = `mail-${sender}-${number}`;
      const { mailPorts } = this.#installation;
      const reply = await this.#sendOne(id, mailPorts[number % mailPorts.length] ?? 0, number);
      if (reply === '250') {
        this.accepted.push(id);
        this.acceptedAt.set(id, Date.now());
      } else this.refused.set(reply, (this.refused.get(reply) ?? 0) + 1);
      await sleep(reply === '250' ? 30 : 200);
    }
  }

  async #sendOne(id: string, port: number, number: number): Promise<string> {
    const from = `sender@${SENDERS}`;
    const to = this.#recipients[number % this.#recipients.length] ?? '';
    const lines = [`From: <${from}>`, `To: <${to}>`, `Subject: ${id}`, `Message-ID: <${id}@${SENDERS}>`];
    const bytes = Buffer.from([...lines, `Date: ${new Date().toUTCString()}`, '', id, ''].join('\r\n'));
    try {
      const client = await Client.open(port, '127.0.0.1', PATIENCE);
      try {
        return String(await client.send(from, [to], bytes, PATIENCE));
      } finally {
        client.close();
      }
    } catch {
      return 'no connection';
    }
  }
}

/** Returns the ids of the messages that the relay has received, each repeated for every copy. */
export function arrivedMail({ relay }: Installation): Map<string, number> {
  const arrived = new Map<string, number>();
  for (const { bytes } of relay.received) {
    const id = /^Subject: (mail-\d+-\d+)\r$/m.exec(bytes.toString('latin1'))?.[1];
    if (id) arrived.set(id, (arrived.get(id) ?? 0) + 1);
  }
  return arrived;
}
