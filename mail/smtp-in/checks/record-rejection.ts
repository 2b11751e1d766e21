import type { DeliveryStep } from '../../host/recorder.ts';
import { newId } from '../../message/message-id.ts';
import type { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { SmtpServerContext } from '../context.ts';

type Received = Extract<DeliveryStep, { step: 'received' }>;

/** Records a rejection that precedes the message data, in the delivery log of the handle concerned. */
export function recordRejection(
  { recorder, clock }: Pick<SmtpServerContext, 'recorder' | 'clock'>,
  { responseCode: code, enhanced, text }: SmtpReplyError,
  mail: Pick<Received, 'key' | 'recipient' | 'sender' | 'client' | 'direction'>,
): void {
  const id = newId(clock());
  recorder.record(id, { step: 'received', ...mail, author: '', subject: '', size: 0 });
  recorder.record(id, { step: 'refused', code, enhanced, text });
}
