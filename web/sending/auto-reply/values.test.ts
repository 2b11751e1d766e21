import { describe, expect, it } from 'vitest';
import type { AutoReply } from '../../../contract/sending/auto-reply.ts';
import { DAY } from '../../../contract/time.ts';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from './days.ts';
import { afterSave, changeOf, mergedValues, overlappingFields, stateOf, valuesOf } from './values.ts';

const stored: AutoReply = {
  version: 'one',
  enabled: false,
  subject: 'Away',
  text: 'I am away.',
  from: null,
  until: null,
  every: 7,
  audience: 'everybody',
  entitled: true,
};

describe('days', () => {
  it('a period of one day begins and ends at local midnight and shows that day as first and last', () => {
    const from = startOfDay('2026-12-24');
    const until = endOfDay('2026-12-24');
    expect(new Date(from ?? '').getHours()).toBe(0);
    expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(DAY);
    expect([dayOf(from), lastDayBefore(until)]).toEqual(['2026-12-24', '2026-12-24']);
  });

  it('returns null for an empty input', () => {
    expect([startOfDay(''), endOfDay(''), dayOf(null), lastDayBefore(null)]).toEqual([null, null, '', '']);
  });
});

describe('values', () => {
  it('a day that was not edited keeps its stored time', () => {
    const atNoon = { ...stored, from: new Date(2026, 11, 1, 12).toISOString() };
    const values = { ...valuesOf(atNoon), lastDay: '2026-12-24' };
    expect(changeOf(atNoon, values, true)).toMatchObject({ from: atNoon.from, until: endOfDay('2026-12-24') });
    expect(changeOf(atNoon, { ...values, firstDay: '2026-12-02' }, true).from).toBe(startOfDay('2026-12-02'));
  });

  it('an empty number of days is sent as NaN, which is rejected', () => {
    expect(changeOf(stored, { ...valuesOf(stored), every: ' ' }, true).every).toBeNaN();
  });

  it('a field overlaps only if both edits changed it, and to different values', () => {
    const current = { ...stored, subject: 'Theirs', text: 'Same' };
    const mine = { ...valuesOf(stored), text: 'Same', every: '3' };
    expect(overlappingFields(stored, current, mine)).toEqual([]);
    expect(overlappingFields(stored, current, { ...mine, subject: 'Mine' })).toEqual(['subject']);
  });

  it('a merge keeps the edits of both sides, and theirs in the fields that the user gives up', () => {
    const current = { ...stored, subject: 'Theirs', every: 2 };
    const mine = { ...valuesOf(stored), subject: 'Mine', text: 'Also mine' };
    expect(mergedValues(stored, current, mine)).toMatchObject({ subject: 'Mine', text: 'Also mine', every: '2' });
    expect(mergedValues(stored, current, mine, ['subject'])).toMatchObject({ subject: 'Theirs', text: 'Also mine' });
  });

  it('a save keeps what is typed while it runs', () => {
    const sent = { ...valuesOf(stored), subject: ' Trimmed ' };
    const saved = { ...stored, subject: 'Trimmed' };
    expect(afterSave(sent, sent, saved).subject).toBe('Trimmed');
    expect(afterSave({ ...sent, text: 'Later' }, sent, saved)).toMatchObject({ subject: 'Trimmed', text: 'Later' });
  });
});

it('the state follows from the switch and the period', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const on = { ...stored, enabled: true };
  expect(stateOf({ ...stored, from: '2026-11-01T00:00:00Z' }, now)).toBe('off');
  expect(stateOf(on, now)).toBe('on');
  expect(stateOf({ ...on, from: '2026-11-23T00:00:00Z' }, now)).toBe('scheduled');
  expect(stateOf({ ...on, until: '2026-11-22T12:00:00Z' }, now)).toBe('ended');
});
