import type { DeliveryResult, MailHost } from './host.ts';

/** Records one attempt at a copy, and raises the alarm when it was turned down for our own sake. */
export function recordAttempt(
  { recorder, log }: Pick<MailHost, 'recorder' | 'log'>,
  id: string,
  result: DeliveryResult,
  text: string,
  backup = false,
): void {
  const { kind, words, host = '' } = result;
  log.info({ id, result: kind, words }, text);
  recorder.note(id, { step: 'tried', result, ...(backup && { backup }) });
  if (kind === 'deferred' && result.about) recorder.alarm(result.about, host, words);
}
