import type { DeliveryEvent } from '../../../contract/delivery-log.ts';
import type { Tone } from '../../ui/badge.tsx';

/** A step of a mail's way: a title and a sentence for anybody, a line for whoever knows mail. */
export interface EventText {
  title: string;
  plain?: string;
  technical?: string;
  tone: Tone;
}

type Change = NonNullable<DeliveryEvent['changes']>[number];

/** What we did to a mail, and why it had to be. */
export const CHANGE_TEXT: Record<Change, string> = {
  sender:
    'The return address (MAIL FROM) is now one of ours, so that SPF passes and a bounce finds its way back (SRS).',
  from: 'From shows our address with the author’s name, since the domain’s DMARC rule would have had a forwarded copy turned away. Replies still go to the author.',
  'results-removed': 'Check results that were forged in our name are gone.',
  completed: 'It came without Date or Message-ID, which large providers refuse: we added what was missing.',
  signed: 'We signed it with our own key (DKIM).',
  sealed: 'We sealed what our checks found (ARC), so that your inbox can rely on it.',
};

/** Tells one step, in the light of the one after it. The destination's own words stand in the technical line. */
export function eventText(event: DeliveryEvent, before?: DeliveryEvent, next?: DeliveryEvent): EventText {
  const technical = spoken(event);
  const at = event.host ?? 'The destination';
  switch (event.step) {
    case 'received':
      return { title: 'It reached us', tone: 'neutral' };
    case 'checked':
      return { title: 'We checked its origin', tone: 'neutral', ...(event.note && { plain: event.note }) };
    case 'changed':
      return { title: 'We made it ready to go', tone: 'neutral' };
    case 'tried':
      return { ...tried(event, next), technical };
    case 'queued':
      return {
        title: 'Waiting with us',
        plain: 'The mail is safe on our disk. We try again by ourselves, for days if it has to be.',
        tone: 'warning',
      };
    case 'delivered':
      return event.final === false
        ? {
            title: 'Handed to the relay',
            plain: `${at} took it and carries it on. What happens after that, we can not see.`,
            technical,
            tone: 'info',
          }
        : {
            title: event.backup ? 'Delivered to your second inbox' : 'Delivered',
            plain: `${at} confirmed that it has the mail. Not there? Look in spam and in the other folders.`,
            technical,
            tone: 'success',
          };
    case 'refused':
      return {
        title: isTemporaryRefusal(event) ? 'We asked its sender to come back later' : 'We turned it away',
        plain:
          before?.step === 'tried'
            ? 'Its sender was told in our own words, which say nothing about your inbox:'
            : 'Its sender was told so, in these words:',
        technical,
        tone: 'danger',
      };
    case 'dropped':
      // These words are ours.
      return { title: 'Taken, and thrown away', ...(event.words && { plain: `${event.words}.` }), tone: 'neutral' };
    case 'returned':
      return {
        title: 'We gave up',
        plain: event.note ?? 'We wrote to its sender that it did not arrive.',
        technical,
        tone: 'danger',
      };
  }
}

function tried({ host, code, backup }: DeliveryEvent, next: DeliveryEvent | undefined): EventText {
  const which = backup ? 'Your second inbox' : 'Your inbox';
  const at = host ?? 'Its server';
  if (!code) {
    return { title: `${which} did not answer`, plain: `${at} could not be reached, or hung up.`, tone: 'warning' };
  }
  if (code < 500) {
    return {
      title: `${which} said: not now`,
      plain: `${at} asks to come back later. That is no refusal.`,
      tone: 'warning',
    };
  }
  return next?.step === 'queued'
    ? {
        title: `${which} said no, for now`,
        plain: `${at} refused, but not because of this mail. We keep it and try again.`,
        tone: 'warning',
      }
    : { title: `${which} refused it`, plain: `${at} does not take this mail, today or later.`, tone: 'danger' };
}

/** Whether a refusal is one that ends by itself. */
export function isTemporaryRefusal({ step, code = 0 }: DeliveryEvent): boolean {
  return step === 'refused' && code >= 400 && code < 500;
}

/** `450 4.2.0 words`, of which any part may be missing. */
function spoken({ code, enhanced, words }: DeliveryEvent): string {
  const line = words ?? '';
  // Most servers say the codes in their words, too.
  const known = [code ? String(code) : '', enhanced ?? ''].filter((part) => part !== '' && !line.includes(part));
  return [...known, line].filter((part) => part !== '').join(' ');
}
