import type { MailHost } from './host.ts';
import type { DeliveryResult } from './message/delivery-result.ts';
import { bodyFromBuffer } from './message/message.ts';
import { newId } from './message/message-id.ts';
import type { Outcome } from './message/queued-message.ts';
import { retryAfter } from './queue/schedule.ts';
import { LEASE_SECONDS, settleLater } from './queue/unconfirmed-delivery.ts';
import { startTimedAttempt } from './timed-attempt.ts';

/** A letter of the host's own, composed to the last byte (CRLF line ends). */
export interface SystemEmail {
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  bytes: Buffer;
}

/** How a letter fared: it left, it waits in the queue, or the destination will not have it. */
export type SystemEmailOutcome =
  | { kind: 'delivered' | 'queued'; id: string }
  | { kind: 'refused'; id: string; enhanced: string; text: string };

/**
 * Sends a letter: tries the way out for up to `budget` milliseconds, then leaves it to the queue. Resolves once the
 * letter has left or is stored; rejects when neither could be done, and then nothing was sent.
 */
export async function deliverSystemEmail(
  ports: Pick<MailHost, 'queue' | 'transport' | 'clock' | 'log'>,
  letter: SystemEmail,
  budget = 10_000,
): Promise<SystemEmailOutcome> {
  const id = newId(ports.clock.now());
  const body = bodyFromBuffer(letter.bytes);
  const attempt = startTimedAttempt(ports.transport, { id, from: letter.from, to: letter.to, body, utf8: false });
  const result = await attempt.within(budget);
  if (result === 'in doubt') return stillOut();
  ports.log.info({ id, result: result.kind, words: result.text }, 'letter tried');
  if (result.kind === 'delivered') return { kind: 'delivered', id };
  if (result.kind === 'refused') return { kind: 'refused', id, enhanced: result.enhanced, text: result.text };
  await enqueue(retryAfter(1, Math.random()), 0);
  return { kind: 'queued', id };

  /** The answer to the final dot may take minutes; other letters must not wait for it. */
  async function stillOut(): Promise<SystemEmailOutcome> {
    const lease = await enqueue(0, LEASE_SECONDS);
    void settleLater(ports.queue, { id, lease }, attempt.result, fateOf, ports.log);
    return { kind: 'queued', id };
  }

  async function enqueue(after: number, seconds: number): Promise<string> {
    const message = { id, reportTo: '', utf8: false, body };
    const copy = { id, from: letter.from, destination: letter.to, recipient: '', key: 'letter', after, lease: seconds };
    const [lease] = await ports.queue.enqueue([{ message, recipients: [copy] }]);
    return lease ?? '';
  }
}

function fateOf({ kind, text: words }: DeliveryResult): Outcome {
  if (kind === 'delivered') return { kind, text: words };
  if (kind === 'refused') return { kind: 'failed', text: words, report: null };
  return { kind: 'retry', after: retryAfter(1, Math.random()), text: words };
}
