import { recordAttempt } from '../delivery/record-attempt.ts';
import { tryPlaces } from '../delivery/try-places.ts';
import type { Transport } from '../host/transport.ts';
import type { MailHost } from '../host.ts';
import { AUTO_REPLY_SECONDS, type LeasedCopy, type Outcome } from '../message/queued-message.ts';
import { retryAfter, retryUntried } from '../queue/retry-schedule.ts';

/**
 * Attempts a queued automatic reply until it is an hour old. No one gets a failure notice: the null sender cannot
 * receive one, and a stranger could cause any number of failures.
 */
export async function attemptAutoReply(
  host: Pick<MailHost, 'recorder' | 'log'> & { transport: Pick<Transport, 'deliver'> },
  copy: LeasedCopy,
  stop: AbortSignal,
): Promise<Outcome> {
  const { id, key, age, attempts } = copy;
  // The queue may have been paused, or no process may have run.
  if (age >= AUTO_REPLY_SECONDS) return drop('The automatic reply became too old before it was delivered');
  const first = { to: copy.destination, backup: false };
  const { result } = await tryPlaces(host.transport, copy, { first }, stop);
  const { text } = result;
  if (stop.aborted && result.kind === 'deferred') return { kind: 'retry', after: 0, text: 'Aborted by a shutdown' };
  const untried = result.kind === 'deferred' && result.untried === true;
  if (!untried) recordAttempt(host, { id }, result, 'automatic reply attempted');
  if (result.kind === 'delivered') return { kind: 'delivered', text };
  if (result.kind === 'refused') return drop('The automatic reply was rejected', text);
  const after = untried ? retryUntried(age, Math.random()) : retryAfter(attempts + 1, Math.random());
  if (age + after >= AUTO_REPLY_SECONDS) return drop('The automatic reply could not be delivered in time', text);
  host.recorder.record(id, { step: 'queued', after });
  return { kind: 'retry', after, text, ...(untried && { untried }) };

  function drop(reason: string, reply = ''): Outcome {
    host.log.info({ event: 'mail.auto_reply.dropped', copy: id, key, age, reply }, reason);
    host.recorder.record(id, { step: 'dropped', text: reason });
    return { kind: 'failed', text: reply === '' ? reason : reply, report: null };
  }
}
