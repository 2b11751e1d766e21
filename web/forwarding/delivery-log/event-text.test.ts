import { describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '../../../contract/delivery-log.ts';
import { checksOf } from './check-text.ts';
import { eventText } from './event-text.ts';

const at = '2026-11-21T15:00:00.000Z';
const event = (step: DeliveryEvent['step'], rest: Partial<DeliveryEvent> = {}): DeliveryEvent => ({
  at,
  step,
  ...rest,
});

describe('eventText', () => {
  it('says "Delivered" only of what the destination itself took', () => {
    expect(eventText(event('delivered', { final: true, code: 250 })).title).toBe('Delivered');
    expect(eventText(event('delivered', { final: false, code: 250 })).title).toBe('Handed to the relay');
    for (const step of [
      'received',
      'checked',
      'changed',
      'tried',
      'queued',
      'refused',
      'dropped',
      'returned',
    ] as const) {
      expect(eventText(event(step, { code: 450 })).title).not.toContain('Delivered');
    }
  });

  it('tells a refusal from a wait by what came of it, not by the code alone', () => {
    const no = event('tried', { code: 554, words: 'Your address is listed' });
    expect(eventText(no, undefined, event('queued')).title).toBe('Your inbox said no, for now');
    expect(eventText(no, undefined, event('refused')).title).toBe('Your inbox refused it');
    expect(eventText(event('tried', { code: 450 })).title).toBe('Your inbox said: not now');
    expect(eventText(event('tried', { code: 0, backup: true })).title).toBe('Your second inbox did not answer');
  });

  it('says of a refusal with 4xx that the sender is to come back', () => {
    expect(eventText(event('refused', { code: 451 })).title).toBe('We asked its sender to come back later');
    expect(eventText(event('refused', { code: 550 })).title).toBe('We turned it away');
  });

  it('shows the destination’s words, and each code once', () => {
    const said = { code: 450, enhanced: '4.2.0' };
    expect(eventText(event('tried', { ...said, words: 'Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { ...said, words: '4.2.0 Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { ...said, words: '450 4.2.0 Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { code: 0, words: 'timed out' })).technical).toBe('timed out');
  });
});

describe('checksOf', () => {
  it('names each check with its result, its domain and what that means', () => {
    const checks = checksOf(
      event('checked', { spf: 'softfail', dkim: ['pass a.example', 'fail b.example'], arc: 'none' }),
    );
    expect(checks.map(({ name, result, domain, tone }) => [name, result, domain, tone])).toEqual([
      ['SPF', 'softfail', '', 'warning'],
      ['DKIM', 'pass', 'a.example', 'success'],
      ['DKIM', 'fail', 'b.example', 'danger'],
      ['ARC', 'none', '', 'neutral'],
    ]);
    expect(new Set(checks.map(({ meaning }) => meaning)).size).toBe(4);
  });

  it('says of an unsigned mail that nobody signed it, and of a silent DNS that it was silent', () => {
    expect(checksOf(event('checked', { dkim: [] }))[0]?.meaning).toBe('Nobody signed this mail.');
    expect(checksOf(event('checked', { dmarc: 'temperror' }))[0]?.meaning).toMatch(/^The DNS gave no answer/);
  });
});
