import type { DeliveryEvent, DeliveryState } from '../../../contract/forwarding/delivery-log.ts';
import type { DeliveryStep } from '../../../mail/host/recorder.ts';
import type { AuthenticationVerdicts } from '../../../mail/message/authentication-result.ts';
import type { DeliveryResult } from '../../../mail/message/delivery-result.ts';
import { namesFullMailbox, namesNoMailbox } from '../../../mail/smtp-out/client/classify-reply.ts';
import type { InboxOfHandle, InboxSign, StoredEvent } from '../../forwarding/shared/write-deliveries-store.ts';

/** The maximum length of replies and of other texts, in characters. */
const MAX_REPLY_LENGTH = 500;
export const MAX_TEXT_LENGTH = 320;

/** Returns the text without control characters and lone surrogates, which PostgreSQL rejects, cut to `max` characters. */
export function storableText(text: string, max: number): string {
  const cut = text.length > max ? text.slice(0, max) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return cut.replace(/[\0-\x1f\x7f]+/g, ' ').toWellFormed();
}

const replyText = (text: string) => storableText(text, MAX_REPLY_LENGTH);

/** Returns the stored form of a step. */
export function eventOf(step: DeliveryStep, now: Date): StoredEvent {
  const at = now.toISOString();
  switch (step.step) {
    case 'received':
      return { at, step: 'received' };
    case 'checked':
      return {
        at,
        step: 'checked',
        ...checkedFields(step.verdicts),
        ...(step.note && { note: replyText(step.note) }),
        ...(step.list && { list: storableText(step.list, MAX_TEXT_LENGTH) }),
      };
    case 'changed':
      return { at, step: 'changed', changes: step.changes };
    case 'tried':
      return triedEvent(step, at);
    case 'queued':
      return {
        at,
        step: 'queued',
        nextAt: new Date(now.getTime() + step.after * 1000).toISOString(),
        ...(step.note && { note: replyText(step.note) }),
        ...inboxOf(step),
      };
    case 'failed':
      return { at, step: 'failed', enhanced: step.enhanced, words: replyText(step.text), ...inboxOf(step) };
    case 'refused':
      return { at, step: 'refused', code: step.code, enhanced: step.enhanced, words: replyText(step.text) };
    case 'dropped':
      return { at, step: 'dropped', words: replyText(step.text) };
    case 'returned': {
      const note = step.toSender ? {} : { note: 'No notice was sent: the sender address could not be verified.' };
      return { at, step: 'returned', enhanced: step.enhanced, words: replyText(step.text), ...note };
    }
  }
}

function checkedFields({
  spf,
  dkim,
  dmarc,
  arc,
}: AuthenticationVerdicts): Pick<DeliveryEvent, 'spf' | 'dkim' | 'dmarc' | 'arc'> {
  return {
    spf: spf.result,
    dkim: dkim.slice(0, 10).map(({ result, domain }) => storableText(`${result} ${domain}`.trim(), MAX_TEXT_LENGTH)),
    dmarc: dmarc.result,
    arc: arc.result,
  };
}

/** Returns the member whose inbox a step is about; empty for the inbox of the handle. */
function inboxOf({ inbox }: { inbox?: number }): { inbox?: number } {
  return inbox === undefined ? {} : { inbox };
}

function triedEvent({ result, backup, inbox }: Extract<DeliveryStep, { step: 'tried' }>, at: string): StoredEvent {
  const { kind, code, host } = result;
  const event = {
    at,
    code,
    words: replyText(result.text),
    ...(host && { host: storableText(host, MAX_TEXT_LENGTH) }),
    ...(backup && { backup }),
    ...(inbox !== undefined && { inbox }),
  };
  if (kind === 'delivered') return { ...event, step: 'delivered', final: result.final };
  return { ...event, step: 'tried', enhanced: result.enhanced };
}

/** Returns the state of a delivery after a step, or null if the step does not change it. */
export function stateAfter(step: DeliveryStep): DeliveryState | null {
  switch (step.step) {
    case 'tried':
      if (step.result.kind !== 'delivered') return null;
      return step.result.final ? 'delivered' : 'handed-on';
    case 'queued':
    case 'refused':
    case 'dropped':
    case 'returned':
      return step.step;
    default:
      return null;
  }
}

/** Returns what an attempt reveals about an inbox, or null. */
export function inboxAfter(step: DeliveryStep): { inbox: InboxOfHandle; sign: InboxSign } | null {
  if (step.step !== 'tried') return null;
  const sign = signOf(step.result);
  return sign && { inbox: step.inbox ?? (step.backup ? 'second' : 'first'), sign };
}

/**
 * Returns what a result reveals about an inbox, or null. A refusal of the message, such as one for spam, reveals
 * nothing, and neither does an attempt that reached no server.
 */
function signOf(result: DeliveryResult): InboxSign | null {
  if (result.kind === 'delivered') return 'takes-mail';
  const { enhanced, text } = result;
  // RFC 3463 3.2 and RFC 7505: no such mailbox, no such domain, moved away, null MX.
  if (result.kind === 'refused') {
    const isGone = /^5\.1\.(1|2|3|6|10)$/.test(enhanced) || (enhanced === '5.0.0' && namesNoMailbox(text));
    return isGone ? 'gone' : null;
  }
  // X.3.1 is about the disk of the server.
  if (result.cause === 'mailbox-full' || (namesFullMailbox(text) && !enhanced.startsWith('4.3.'))) return 'full';
  // The other causes are about this server.
  return result.untried || result.cause ? null : 'down';
}
