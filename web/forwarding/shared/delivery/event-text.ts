import { capitalised } from '../../../../contract/capitalised.ts';
import type { Delivery, DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { inboxName } from './inbox-outcomes.ts';
import { isTemporaryRefusal } from './state-text.tsx';

/** The text of a delivery event: a title and a sentence in plain language, and a technical line. */
export interface EventText {
  title: string;
  plain?: string;
  technical?: string;
  tone: Tone;
}

type Direction = Delivery['direction'];
type Change = NonNullable<DeliveryEvent['changes']>[number];

/** Descriptions of changes to a message, with the reasons. */
export const CHANGE_TEXT: Record<Change, string> = {
  sender:
    'The return address now belongs to this server, so your inbox does not treat the mail as forged, and failure notices still reach the sender (SRS).',
  from: 'From shows our address with the author’s name, because the author’s domain asks inboxes to refuse mail that others pass on for it (DMARC). Replies still go to the author.',
  'reply-address':
    'From, To and Cc show our reply addresses, so your replies are sent from your handle and nobody sees your inbox.',
  'results-removed': 'We removed check results that were forged in our name.',
  completed: 'Date or Message-ID was missing. We added it, because large providers refuse mail without it.',
  signed: 'We signed it with our own key (DKIM).',
  sealed: 'We sealed the results of our checks (ARC), so that your inbox can rely on them.',
};

/** The message of an event, and the events around it. `next` is the next event of the same inbox. */
export interface EventContext {
  before?: DeliveryEvent | undefined;
  next?: DeliveryEvent | undefined;
  direction?: Direction;
  /** The message went to several inboxes, so each event names its own. */
  hasSeveralInboxes?: boolean;
}

/** Describes one event. The technical line quotes the destination's reply. */
export function eventText(
  event: DeliveryEvent,
  { before, next, direction = 'received', hasSeveralInboxes = false }: EventContext = {},
): EventText {
  const isSent = direction === 'sent';
  const technical = replyLine(event);
  const named = hasSeveralInboxes ? `the ${inboxName(event.inbox)}` : null;
  const at = event.host ?? 'The destination';
  switch (event.step) {
    case 'received':
      return { title: isSent ? 'Accepted for sending' : 'Received', tone: 'neutral' };
    case 'checked':
      return { title: 'Origin checked', tone: 'neutral', ...(event.note && { plain: event.note }) };
    case 'changed':
      return { title: isSent ? 'Prepared for sending' : 'Prepared for forwarding', tone: 'neutral' };
    case 'tried':
      return { ...tried(event, next, whoseInbox(event, { isSent, named })), technical };
    case 'queued':
      return {
        title: named ? `Waiting in our queue for ${named}` : 'Waiting in our queue',
        plain: `${event.note ? `${event.note}. ` : ''}The mail is stored on our server. We try again automatically, for several days if necessary.`,
        tone: 'warning',
      };
    case 'delivered':
      return event.final === false
        ? {
            title: named ? `Handed to the relay for ${named}` : 'Handed to the relay',
            plain: `${at} accepted the mail. It is our relay, a server that delivers for us: we cannot see what happens after that.`,
            technical,
            tone: 'info',
          }
        : {
            title: deliveredTitle(event, named),
            plain: isSent
              ? `${at} confirmed that it has the mail. That server decides whether the mail is shown in the inbox or in spam.`
              : `${at} confirmed that it has the mail. If you cannot find it, look in spam and in the other folders.`,
            technical,
            tone: 'success',
          };
    case 'failed':
      return {
        title: capitalised(`${named ?? 'your inbox'} does not get it`),
        plain: 'The sender is not told, because another inbox has the mail or may still get it.',
        technical,
        tone: 'danger',
      };
    case 'refused':
      return {
        title: isTemporaryRefusal(event)
          ? `We asked ${isSent ? 'your mail program' : 'the sender'} to try again later`
          : 'We refused it',
        plain: isSent
          ? 'The program that submitted it received this reply:'
          : before?.step === 'tried'
            ? 'The sender received this reply, which does not reveal your inbox:'
            : 'The sender received this reply:',
        technical,
        tone: 'danger',
      };
    case 'dropped':
      // The text is our own and has no final period.
      return { title: 'Accepted, then discarded', ...(event.words && { plain: `${event.words}.` }), tone: 'neutral' };
    case 'returned':
      return {
        title: 'We stopped trying',
        plain: event.note ?? `We notified ${isSent ? 'your inbox' : 'the sender'} that the mail was not delivered.`,
        technical,
        tone: 'danger',
      };
  }
}

function whoseInbox({ backup }: DeliveryEvent, { isSent, named }: { isSent: boolean; named: string | null }): string {
  if (isSent) return 'The recipient’s server';
  if (backup) return named ? 'The second inbox of the handle' : 'Your second inbox';
  return capitalised(named ?? 'your inbox');
}

function deliveredTitle({ backup }: DeliveryEvent, named: string | null): string {
  if (backup) return named ? 'Delivered to the second inbox of the handle' : 'Delivered to your second inbox';
  return named ? `Delivered to ${named}` : 'Delivered';
}

function tried({ host, code }: DeliveryEvent, next: DeliveryEvent | undefined, which: string): EventText {
  const at = host ?? 'Its server';
  if (!code) {
    return {
      title: `${which} did not respond`,
      plain: `${at} could not be reached, or closed the connection.`,
      tone: 'warning',
    };
  }
  if (code < 500) {
    return {
      title: `${which} asked us to try again later`,
      plain: `${at} cannot accept the mail at the moment. This is not a refusal.`,
      tone: 'warning',
    };
  }
  return next?.step === 'queued'
    ? {
        title: `${which} refused it for now`,
        plain: `${at} refused, but not because of this message. We keep it and try again.`,
        tone: 'warning',
      }
    : { title: `${which} refused it`, plain: `${at} does not accept this message, now or later.`, tone: 'danger' };
}

/** Formats a reply as `450 4.2.0 text`. Any part may be missing. */
function replyLine({ code, enhanced, words }: DeliveryEvent): string {
  const text = words ?? '';
  // Most servers repeat the codes in their text.
  const codes = [code ? String(code) : '', enhanced ?? ''].filter((part) => part !== '' && !text.includes(part));
  return [...codes, text].filter((part) => part !== '').join(' ');
}
