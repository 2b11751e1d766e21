import { hasOneAuthor } from './authenticate/author.ts';
import { newId } from './ids.ts';
import { bodyFromBuffer, type Message, withHead } from './message.ts';
import type { Settings } from './options.ts';
import {
  type Body,
  type DeliveryResult,
  type Enqueued,
  type Fate,
  type MailPorts,
  OutcomeUnknown,
  type Parcel,
} from './ports.ts';
import { LEASE_SECONDS, settleLater } from './queue/in-doubt.ts';
import { retryAfter } from './queue/schedule.ts';
import { refuseLoops } from './receive/loops.ts';
import { type Accept, Silence, type Transaction } from './receive/receiver.ts';
import type { Accepted } from './receive/recipient.ts';
import { Refusal } from './receive/refusal.ts';
import { readReturned } from './report/bounce.ts';
import { failureReport } from './report/dsn.ts';
import { Share } from './report/share.ts';
import { ownWords } from './report/words.ts';
import { rewriteHead } from './rewrite/head.ts';
import { mailDate } from './rewrite/received.ts';
import type { Senders } from './rewrite/sender.ts';
import { startAttempt } from './session-attempt.ts';

/** One copy of a message on its way to one destination. */
interface Copy {
  parcel: Parcel;
  recipient: string;
  key: string;
}

/**
 * Notices an hour that one sender gets about mail that came back. Our return addresses travel in every message, and who
 * has one could otherwise have its sender written to without end.
 */
const NOTICES_AN_HOUR = 20;

/**
 * What happens to a message between the end of its data and our reply, stage by stage:
 * screen (receive, authenticate) -> answerReturned (report) -> rewrite -> deliver, or queue.
 */
export function createForwarder(ports: MailPorts, settings: Settings, senders: Senders): Accept {
  const { queue, wayOut, clock, log } = ports;
  const notices = new Share(NOTICES_AN_HOUR, 3_600_000, clock);

  return async function forward(message, transaction) {
    let pending: Promise<unknown> | null = null;
    try {
      screen(message, transaction);
      const reports = await answerReturned(message, transaction);
      const body = rewrite(message, transaction);
      const utf8 = transaction.utf8 && message.head.some((byte) => byte > 127);
      const copies = await addressCopies(transaction, body, utf8);
      const [only] = copies;
      if (only && copies.length === 1 && reports.length === 0) {
        return await deliverWhileWaiting(only, (attempt) => {
          pending = attempt;
        });
      }
      await enqueue([...reports, ...asQueued(copies, transaction, body, 0)]);
      return `2.0.0 Ok: queued as ${transaction.id}`;
    } finally {
      // An attempt that goes on after our reply still reads the message.
      if (pending) void (pending as Promise<unknown>).finally(() => message.discard());
      else await message.discard();
    }

    async function deliverWhileWaiting(copy: Copy, keep: (attempt: Promise<unknown>) => void): Promise<string> {
      const attempt = startAttempt(wayOut, copy.parcel);
      const result = await attempt.within(settings.budget);
      if (result === 'in doubt') {
        keep(attempt.result);
        return queueInDoubt(copy, attempt.result);
      }
      log.info(
        { id: transaction.id, to: copy.recipient, result: result.kind, words: result.words },
        'tried in session',
      );
      if (result.kind === 'delivered')
        return `2.0.0 Ok: ${result.final ? 'delivered' : 'handed on'} as ${transaction.id}`;
      if (result.kind === 'refused') throw new Refusal(550, result.enhanced, ownWords(result.enhanced));
      // Who left without our word comes again with the message: a queued copy would be a second one.
      if (transaction.isGone()) throw new Silence();
      await enqueue(asQueued([copy], transaction, copy.parcel.body, retryAfter(1, Math.random())));
      return `2.0.0 Ok: queued as ${transaction.id}`;
    }

    /** The final dot went out and no answer came: the row is ours while we go on listening, then anybody's. */
    async function queueInDoubt(copy: Copy, answer: ReturnType<typeof startAttempt>['result']): Promise<string> {
      const items = asQueued([copy], transaction, copy.parcel.body, 0, LEASE_SECONDS);
      let lease: string | undefined;
      try {
        [lease] = await queue.enqueue(items);
      } catch (error) {
        // Nothing is stored, or nobody knows: only the destination's own answer can still be told.
        log.error({ err: error, id: transaction.id }, 'message in doubt could not be queued');
        const result = await answer;
        if (result.kind === 'delivered') return `2.0.0 Ok: delivered as ${transaction.id}`;
        if (result.kind === 'refused') throw new Refusal(550, result.enhanced, ownWords(result.enhanced));
        throw error instanceof OutcomeUnknown ? new Silence() : notQueued();
      }
      const claim = { id: copy.parcel.id, lease: lease ?? '' };
      void settleLater(queue, claim, answer, (result) => fateOf(result, copy), log);
      return `2.0.0 Ok: queued as ${transaction.id}`;
    }

    function fateOf(result: DeliveryResult, copy: Copy): Fate {
      const { words } = result;
      if (result.kind === 'delivered') return { kind: 'delivered', words };
      if (result.kind === 'deferred') return { kind: 'retry', after: retryAfter(1, Math.random()), words };
      const report = transaction.from
        ? reportFailure(ports, settings, transaction.from, copy.recipient, result.enhanced, message.head)
        : null;
      return { kind: 'failed', words, report };
    }
  };

  /** Turns down what no stage after this one should see. */
  function screen(message: Message, transaction: Transaction): void {
    if (!hasOneAuthor(message.head)) throw new Refusal(550, '5.6.0', 'The message must have exactly one From field');
    const recipients = transaction.recipients.map((recipient) => recipient.address);
    refuseLoops(message.head, settings.hostname, recipients);
  }

  /** Notices for what came back to our return addresses: one to each original sender, in our words. */
  async function answerReturned(message: Message, transaction: Transaction): Promise<Enqueued[]> {
    const returned = transaction.recipients.filter((recipient) => recipient.kind === 'bounce');
    if (returned.length === 0) return [];
    const reading = readReturned(await beginningOf(message.body, settings.memoryLimit), settings.hostname);
    if (reading.kind === 'other') {
      log.info({ id: transaction.id, why: reading.why }, 'returned mail that reports no failure');
      return [];
    }
    if (!returned.every(({ sender }) => notices.take(sender.toLowerCase()))) {
      throw new Refusal(451, '4.7.1', 'Too many reports about mail of one sender, come again in an hour');
    }
    return returned.map(({ sender, recipient }) =>
      reportFailure(ports, settings, sender, `${recipient}@${settings.domain}`, reading.enhanced, reading.head),
    );
  }

  /** The bytes that leave: our Received on top, forged results out, the rest as it came. */
  function rewrite(message: Message, transaction: Transaction): Body {
    const [only] = transaction.recipients;
    const { client, id, recipients } = transaction;
    const hop = {
      helo: client.helo,
      address: client.address,
      protocol: transaction.utf8 ? client.protocol.replace(/^ESMTP/, 'UTF8SMTP') : client.protocol,
      by: settings.hostname,
      id,
      recipient: only && recipients.length === 1 ? only.address : null,
      at: clock.now(),
    };
    return withHead(message, rewriteHead(message.head, hop, [settings.hostname, settings.domain]));
  }

  /** One copy for each distinct destination, each with a return address of its own. */
  async function addressCopies(transaction: Transaction, body: Body, utf8: boolean): Promise<Copy[]> {
    const copies = new Map<string, { to: string; recipient: Extract<Accepted, { kind: 'forward' }> }>();
    for (const recipient of transaction.recipients) {
      if (recipient.kind !== 'forward') continue;
      for (const to of recipient.destinations) {
        const same = to.toLowerCase();
        if (!copies.has(same)) copies.set(same, { to, recipient });
      }
    }
    const addressed: Copy[] = [];
    for (const { to, recipient } of copies.values()) {
      const from = await senders.write({ sender: transaction.from, recipient: recipient.local });
      const id = copies.size === 1 ? transaction.id : `${transaction.id}-${addressed.length + 1}`;
      const parcel = { id, from, to, body, utf8 };
      addressed.push({ parcel, recipient: recipient.address, key: recipient.key });
    }
    return addressed;
  }

  async function enqueue(items: Enqueued[]): Promise<void> {
    if (items.length === 0) return;
    try {
      await queue.enqueue(items);
    } catch (error) {
      log.error({ err: error }, 'message could not be queued');
      throw error instanceof OutcomeUnknown ? new Silence() : notQueued();
    }
  }
}

/** A failure notice, ready for the queue: from the null sender, about the address its reader wrote. */
export function reportFailure(
  ports: Pick<MailPorts, 'clock'>,
  settings: Settings,
  to: string,
  recipient: string,
  enhanced: string,
  head: Buffer,
): Enqueued {
  const at = ports.clock.now();
  const id = newId(at);
  const { domain, hostname } = settings;
  const facts = { id, domain, hostname, to, recipient, enhanced, reason: ownWords(enhanced), head, at, date: mailDate };
  const utf8 = /[^\p{ASCII}]/u.test(to + recipient);
  return {
    message: { id, reportTo: '', utf8, body: bodyFromBuffer(failureReport(facts)) },
    recipients: [{ id, from: '', destination: to, recipient: '', key: 'report', after: 0, lease: 0 }],
  };
}

function asQueued(copies: Copy[], transaction: Transaction, body: Body, after: number, lease = 0): Enqueued[] {
  if (copies.length === 0) return [];
  return [
    {
      message: { id: transaction.id, reportTo: transaction.from, utf8: copies.some(({ parcel }) => parcel.utf8), body },
      recipients: copies.map(({ parcel, recipient, key }) => ({
        id: parcel.id,
        from: parcel.from,
        destination: parcel.to,
        recipient,
        key,
        after,
        lease,
      })),
    },
  ];
}

function notQueued(): Refusal {
  return new Refusal(451, '4.3.0', 'Cannot store the message now, please try again');
}

/** The first bytes of a body. */
export async function beginningOf(body: Body, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
