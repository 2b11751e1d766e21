import { formatUtcTime } from '../../contract/dates.ts';
import type { DeliveryEvent } from '../../contract/forwarding/delivery-log.ts';

interface Problem {
  received_at: Date;
  direction: string;
  sender: string;
  recipient: string;
  state: string;
  events: unknown;
}

const STATES: Record<string, string> = {
  queued: 'deferred',
  refused: 'rejected',
  dropped: 'discarded',
  returned: 'returned to the sender',
};
const MAX_REPLY = 200;
/** Control and direction characters, with which a stranger's server could end the line or reverse the rest of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/** Returns one delivery that failed or was deferred as a line of text: when, with whom, and what the last server replied. */
export function problemLine({ received_at, direction, sender, recipient, state, events }: Problem): string {
  const other = direction === 'sent' ? `to ${recipient}` : `from ${sender || '<> (a bounce)'}`;
  const last = (events as DeliveryEvent[]).findLast(({ code, words, note }) => code || words || note);
  const reply = [last?.code, last?.enhanced, last?.words ?? last?.note].filter(Boolean).join(' ');
  const outcome = STATES[state] ?? state;
  return `${formatUtcTime(received_at)}  ${other}  ${outcome}${reply && `: ${shortened(reply)}`}`.replace(HIDDEN, ' ');
}

const shortened = (text: string) => (text.length > MAX_REPLY ? `${text.slice(0, MAX_REPLY)}...` : text);
