import type { MailHost } from '../host.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { bodyFromBuffer } from '../message/message.ts';
import { newId } from '../message/message-id.ts';
import type { Outcome } from '../message/queued-message.ts';
import { retryAfter } from '../queue/retry-schedule.ts';
import { startTimedAttempt } from './timed-attempt.ts';
import { LEASE_SECONDS, settleWhenConfirmed } from './unconfirmed-delivery.ts';

/** The key of all system emails in the queue. */
export const SYSTEM_EMAIL = 'system-email';

/** A complete email from the host itself, with CRLF line ends. */
export interface SystemEmail {
  /** Envelope sender; empty for the null sender. */
  from: string;
  to: string;
  bytes: Buffer;
}

/** The outcome of a system email. */
export type SystemEmailOutcome =
  | { kind: 'delivered' | 'queued'; id: string }
  | { kind: 'refused'; id: string; enhanced: string; text: string };

/**
 * Sends a system email: attempts delivery for up to `budget` milliseconds, then queues it. Resolves once it is delivered,
 * rejected or stored; throws if it was neither sent nor stored.
 */
export async function deliverSystemEmail(
  host: Pick<MailHost, 'queue' | 'transport' | 'clock' | 'log' | 'systemEmailFailed'>,
  email: SystemEmail,
  budget = 10_000,
): Promise<SystemEmailOutcome> {
  const id = newId(host.clock());
  const body = bodyFromBuffer(email.bytes);
  const attempt = startTimedAttempt(host.transport, { id, from: email.from, to: email.to, body, utf8: false });
  const result = await attempt.within(budget);
  if (result === 'in doubt') return queueUnconfirmed();
  host.log.info(
    { event: 'mail.system_email.attempted', id, result: result.kind, reply: result.text },
    'system email attempted',
  );
  if (result.kind === 'delivered') return { kind: 'delivered', id };
  if (result.kind === 'refused') {
    await host.systemEmailFailed?.(email.to, result.enhanced);
    return { kind: 'refused', id, enhanced: result.enhanced, text: result.text };
  }
  await enqueue(retryAfter(1, Math.random()), 0, result.untried ? undefined : result.text);
  return { kind: 'queued', id };

  /** Queues the email, because the reply to the final dot may take minutes and other emails must not wait for it. */
  async function queueUnconfirmed(): Promise<SystemEmailOutcome> {
    const lease = await enqueue(0, LEASE_SECONDS);
    void settleWhenConfirmed(host.queue, { id, lease }, attempt.result, settled, host.log);
    return { kind: 'queued', id };
  }

  async function settled(late: DeliveryResult): Promise<Outcome> {
    if (late.kind === 'refused') await host.systemEmailFailed?.(email.to, late.enhanced);
    return outcomeOf(late);
  }

  async function enqueue(after: number, seconds: number, lastResult?: string): Promise<string> {
    const message = { id, reportTo: '', utf8: false, body };
    const copy = {
      id,
      from: email.from,
      destination: email.to,
      recipient: '',
      key: SYSTEM_EMAIL,
      after,
      lease: seconds,
      ...(lastResult !== undefined && { lastResult }),
    };
    const [lease] = await host.queue.enqueue([{ message, recipients: [copy] }]);
    return lease ?? '';
  }
}

function outcomeOf({ kind, text }: DeliveryResult): Outcome {
  if (kind === 'delivered') return { kind, text };
  if (kind === 'refused') return { kind: 'failed', text, report: null };
  return { kind: 'retry', after: retryAfter(1, Math.random()), text };
}
