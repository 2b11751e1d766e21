import type { FlightEvent } from '../../../contract/flights.ts';
import type { Tone } from '../../ui/badge.tsx';

/** A step of a mail's way: a title and a sentence for anybody, a line for whoever knows mail. */
export interface EventWords {
  title: string;
  plain?: string;
  technical?: string;
  tone: Tone;
}

type Change = NonNullable<FlightEvent['changes']>[number];

/** What we did to a mail, and why it had to be. */
export const CHANGES: Record<Change, string> = {
  sender:
    'The return address (MAIL FROM) is now one of ours, so that SPF passes and a bounce finds its way back (SRS).',
  from: 'From shows our address with the author’s name, since the domain’s DMARC rule would have had a forwarded copy turned away. Replies still go to the author.',
  'results-removed': 'Check results that were forged in our name are gone.',
  signed: 'We signed it with our own key (DKIM).',
  sealed: 'We sealed what our checks found (ARC), so that your inbox can rely on it.',
};

/** Tells one step. The destination's own words stand in the technical line. */
export function eventWords(event: FlightEvent): EventWords {
  const technical = spoken(event);
  const at = event.host ?? 'The destination';
  switch (event.step) {
    case 'received':
      return { title: 'It reached us', tone: 'neutral' };
    case 'checked':
      return { title: 'We checked where it comes from', tone: 'neutral', ...(event.note && { plain: event.note }) };
    case 'changed':
      return { title: 'We made it ready to travel on', tone: 'neutral' };
    case 'tried':
      return { ...tried(event), technical };
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
      return event.host
        ? {
            title: 'Your inbox refused it',
            plain: `${at} will not take this mail. Its sender was told that it did not arrive, and nothing about your inbox.`,
            technical,
            tone: 'danger',
          }
        : { title: 'We turned it away', plain: 'Its sender was told so, in these words:', technical, tone: 'danger' };
    case 'dropped':
      return {
        title: 'Thrown away, as you wished',
        plain: 'Its sender believes that it arrived.',
        technical,
        tone: 'neutral',
      };
    case 'returned':
      return { title: 'We gave up', plain: 'It could not be delivered in all this time.', technical, tone: 'danger' };
  }
}

function tried({ host, code, backup }: FlightEvent): EventWords {
  const name = host ?? 'the destination';
  const which = backup ? 'your second inbox' : 'your inbox';
  if (!code) {
    return {
      title: `Tried ${which}: no answer`,
      plain: `${capital(name)} could not be reached, or said nothing in time.`,
      tone: 'warning',
    };
  }
  if (code < 300) return { title: `Tried ${which}: taken`, tone: 'success' };
  return {
    title: `Tried ${which}: not now`,
    plain:
      code < 500
        ? `${capital(name)} asks us to come back later. That is no refusal.`
        : `${capital(name)} said no, but not because of this mail. We keep it and try again.`,
    tone: 'warning',
  };
}

/** `450 4.2.0 words`, of which any part may be missing. */
function spoken({ code, enhanced, words }: FlightEvent): string {
  const line = words ?? '';
  // Most servers say the codes in their words, too.
  const known = [code ? String(code) : '', enhanced ?? ''].filter((part) => part !== '' && !line.includes(part));
  return [...known, line].filter((part) => part !== '').join(' ');
}

function capital(text: string): string {
  // The name of a host stays as it is written.
  return text.includes('.') ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
