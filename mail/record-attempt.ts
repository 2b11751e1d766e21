import type { MailHost } from './host.ts';
import type { DeliveryResult } from './message/delivery-result.ts';

/** Records one attempt at a copy, and raises the alarm when it was turned down for our own sake. */
export function recordAttempt(
  { recorder, log }: Pick<MailHost, 'recorder' | 'log'>,
  id: string,
  result: DeliveryResult,
  text: string,
  backup = false,
): void {
  const { kind, text: words, host = '' } = result;
  log.info({ id, result: kind, words }, text);
  recorder.record(id, { step: 'tried', result, ...(backup && { backup }) });
  if (kind === 'deferred' && result.cause) recorder.alarm(result.cause, host, words);
}
