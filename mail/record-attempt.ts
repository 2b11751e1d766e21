import type { MailHost } from './host.ts';
import type { DeliveryResult } from './message/delivery-result.ts';

/** Records one attempt, and raises an alarm if it was rejected because of this server rather than the message. */
export function recordAttempt(
  { recorder, log }: Pick<MailHost, 'recorder' | 'log'>,
  id: string,
  result: DeliveryResult,
  description: string,
  backup = false,
): void {
  const { kind, text, host = '' } = result;
  log.info({ event: 'mail.delivery.attempted', id, result: kind, reply: text }, description);
  recorder.record(id, { step: 'tried', result, ...(backup && { backup }) });
  if (kind === 'deferred' && result.cause) recorder.alarm(result.cause, host, text);
}
