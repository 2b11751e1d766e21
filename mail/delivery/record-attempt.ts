import type { MailHost } from '../host.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';

/**
 * Records one attempt under the id of its copy or group, and raises an alarm if the rejection concerns this server and
 * not the message.
 */
export function recordAttempt(
  { recorder, log }: Pick<MailHost, 'recorder' | 'log'>,
  { id, inbox }: { id: string; inbox?: number | undefined },
  result: DeliveryResult,
  description: string,
  backup = false,
): void {
  const { kind, text, host = '' } = result;
  log.info({ event: 'mail.delivery.attempted', id, result: kind, reply: text }, description);
  recorder.record(id, { step: 'tried', result, ...(backup && { backup }), ...(inbox !== undefined && { inbox }) });
  if (kind === 'deferred' && result.cause) recorder.alarm(result.cause, host, text);
}
