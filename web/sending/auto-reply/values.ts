import type { AutoReply, AutoReplyChange } from '../../../contract/sending/auto-reply.ts';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from './days.ts';

/** The values of the form. Days are local, and the last one is included. */
export interface AutoReplyValues {
  subject: string;
  text: string;
  firstDay: string;
  lastDay: string;
  /** Days, as typed. */
  every: string;
  audience: AutoReply['audience'];
}

export type AutoReplyField = keyof AutoReplyValues;

const FIELDS: readonly AutoReplyField[] = ['subject', 'text', 'firstDay', 'lastDay', 'every', 'audience'];

/** Returns the values of the form for stored settings. */
export function valuesOf({ subject, text, from, until, every, audience }: AutoReply): AutoReplyValues {
  return { subject, text, firstDay: dayOf(from), lastDay: lastDayBefore(until), every: String(every), audience };
}

/** Returns the fields in which the form differs from stored settings. */
export function changedFields(base: AutoReply, values: AutoReplyValues): AutoReplyField[] {
  const stored = valuesOf(base);
  return FIELDS.filter((field) => values[field] !== stored[field]);
}

/** Returns the request body. A day that was not edited keeps the stored time, which may not be midnight here. */
export function changeOf(base: AutoReply, values: AutoReplyValues, enabled: boolean): AutoReplyChange {
  const changed = new Set(changedFields(base, values));
  return {
    enabled,
    subject: values.subject,
    text: values.text,
    from: changed.has('firstDay') ? startOfDay(values.firstDay) : base.from,
    until: changed.has('lastDay') ? endOfDay(values.lastDay) : base.until,
    // An empty field becomes NaN, which the schema rejects.
    every: values.every.trim() === '' ? Number.NaN : Number(values.every),
    audience: values.audience,
  };
}

/** Returns the fields that were edited both here and elsewhere, to different values. */
export function overlappingFields(base: AutoReply, current: AutoReply, values: AutoReplyValues): AutoReplyField[] {
  const stored = valuesOf(current);
  const before = valuesOf(base);
  return changedFields(base, values).filter(
    (field) => stored[field] !== before[field] && stored[field] !== values[field],
  );
}

/** Returns the stored values with the edits of this form, except for the fields in `theirs`. */
export function mergedValues(
  base: AutoReply,
  current: AutoReply,
  values: AutoReplyValues,
  theirs: readonly AutoReplyField[] = [],
): AutoReplyValues {
  const kept = changedFields(base, values).filter((field) => !theirs.includes(field));
  return { ...valuesOf(current), ...Object.fromEntries(kept.map((field) => [field, values[field]])) };
}

/** Returns the values after a save: the stored ones, except for fields that were edited since it was sent. */
export function afterSave(values: AutoReplyValues, sent: AutoReplyValues, saved: AutoReply): AutoReplyValues {
  const later = FIELDS.filter((field) => values[field] !== sent[field]);
  return { ...valuesOf(saved), ...Object.fromEntries(later.map((field) => [field, values[field]])) };
}

/** Maps the path of a validation error to a field of the form. */
export function fieldOfPath(path: string): AutoReplyField | null {
  if (path === 'from') return 'firstDay';
  if (path === 'until') return 'lastDay';
  return FIELDS.find((field) => field === path) ?? null;
}

export type AutoReplyState = 'off' | 'on' | 'scheduled' | 'ended';

/** Returns whether the reply is sent now. */
export function stateOf({ enabled, from, until }: AutoReply, now = new Date()): AutoReplyState {
  if (!enabled) return 'off';
  if (until !== null && new Date(until) <= now) return 'ended';
  return from !== null && new Date(from) > now ? 'scheduled' : 'on';
}
