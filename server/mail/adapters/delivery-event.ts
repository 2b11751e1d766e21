import type { DeliveryEvent, DeliveryState } from '../../../contract/delivery-log.ts';
import type { AuthenticationVerdicts, FlightStep } from '../../../mail/host.ts';

/** Longest texts that are kept, in characters. */
const LONGEST_WORDS = 500;
export const LONGEST_TEXT = 320;

/** Text as PostgreSQL takes it: no NUL, no half characters, cut where it is too long. */
export function plainText(text: string, most: number): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return cut.replace(/[\0-\x1f\x7f]+/g, ' ').toWellFormed();
}

const words = (text: string) => plainText(text, LONGEST_WORDS);

/** One step as it is stored and shown. */
export function eventOf(step: FlightStep, now: Date): DeliveryEvent {
  const at = now.toISOString();
  switch (step.step) {
    case 'received':
      return { at, step: 'received' };
    case 'checked':
      return {
        at,
        step: 'checked',
        ...checked(step.verdicts),
        ...(step.note && { note: words(step.note) }),
        ...(step.list && { list: plainText(step.list, LONGEST_TEXT) }),
      };
    case 'changed':
      return { at, step: 'changed', changes: step.changes };
    case 'tried':
      return tried(step, at);
    case 'queued':
      return { at, step: 'queued', nextAt: new Date(now.getTime() + step.after * 1000).toISOString() };
    case 'refused':
      return { at, step: 'refused', code: step.code, enhanced: step.enhanced, words: words(step.words) };
    case 'dropped':
      return { at, step: 'dropped', words: words(step.words) };
    case 'returned': {
      const note = step.toSender ? {} : { note: 'Nobody was told: the sender is not known to be who it says.' };
      return { at, step: 'returned', enhanced: step.enhanced, words: words(step.words), ...note };
    }
  }
}

function checked({ spf, dkim, dmarc, arc }: AuthenticationVerdicts): Partial<DeliveryEvent> {
  return {
    spf: spf.result,
    dkim: dkim.slice(0, 10).map(({ result, domain }) => plainText(`${result} ${domain}`.trim(), LONGEST_TEXT)),
    dmarc: dmarc.result,
    arc: arc.result,
  };
}

function tried({ result, backup }: Extract<FlightStep, { step: 'tried' }>, at: string): DeliveryEvent {
  const { kind, code, host } = result;
  const said = {
    at,
    code,
    words: words(result.words),
    ...(host && { host: plainText(host, LONGEST_TEXT) }),
    ...(backup && { backup }),
  };
  if (kind === 'delivered') return { ...said, step: 'delivered', final: result.final };
  return { ...said, step: 'tried', enhanced: result.enhanced };
}

/** Where a message stands after a step; null where the step says nothing of that. */
export function stateAfter(step: FlightStep): DeliveryState | null {
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

/** What an attempt tells of the inbox itself: it took mail, or the destination says that there is no such mailbox. */
export function inboxAfter(step: FlightStep): 'takes-mail' | 'gone' | null {
  if (step.step !== 'tried' || step.backup) return null;
  if (step.result.kind === 'delivered') return 'takes-mail';
  // RFC 3463 3.2 and RFC 7505: no such mailbox, no such domain, moved away, null MX.
  return step.result.kind === 'refused' && /^5\.1\.(1|2|3|6|10)$/.test(step.result.enhanced) ? 'gone' : null;
}
