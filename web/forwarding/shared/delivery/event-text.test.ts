import { describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '../../../../contract/forwarding/delivery-log.ts';
import { checksOf } from './check-text.ts';
import { eventText } from './event-text.ts';

const at = '2026-11-21T15:00:00.000Z';
const event = (step: DeliveryEvent['step'], rest: Partial<DeliveryEvent> = {}): DeliveryEvent => ({
  at,
  step,
  ...rest,
});

describe('eventText', () => {
  it('titles an event "Delivered" only if the final destination accepted the mail', () => {
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

  it('distinguishes a temporary from a final refusal by the next event, not by the reply code alone', () => {
    const rejection = event('tried', { code: 554, words: 'Your address is listed' });
    expect(eventText(rejection, { next: event('queued') }).title).toBe('Your inbox refused it for now');
    expect(eventText(rejection, { next: event('refused') }).title).toBe('Your inbox refused it');
    expect(eventText(event('tried', { code: 450 })).title).toBe('Your inbox asked us to try again later');
    expect(eventText(event('tried', { code: 0, backup: true })).title).toBe('Your second inbox did not respond');
  });

  it('describes a 4xx refusal as a request to try again later', () => {
    expect(eventText(event('refused', { code: 451 })).title).toBe('We asked the sender to try again later');
    expect(eventText(event('refused', { code: 550 })).title).toBe('We refused it');
  });

  it('describes sent mail from the view of its sender, never as mail to an inbox of the owner', () => {
    const sent = { direction: 'sent' } as const;
    for (const [step, code] of [
      ['received', 0],
      ['changed', 0],
      ['tried', 0],
      ['tried', 450],
      ['tried', 550],
      ['delivered', 250],
      ['refused', 450],
    ] as const) {
      const { title, plain = '' } = eventText(event(step, { code }), sent);
      expect(`${title} ${plain}`).not.toMatch(/your inbox|forwarding|the sender/i);
    }
    expect(eventText(event('returned'), sent).plain).toBe('We notified your inbox that the mail was not delivered.');
  });

  it('quotes the reply of the destination and shows each code once', () => {
    const codes = { code: 450, enhanced: '4.2.0' };
    expect(eventText(event('tried', { ...codes, words: 'Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { ...codes, words: '4.2.0 Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { ...codes, words: '450 4.2.0 Later' })).technical).toBe('450 4.2.0 Later');
    expect(eventText(event('tried', { code: 0, words: 'timed out' })).technical).toBe('timed out');
  });
});

describe('checksOf', () => {
  it('lists each check with its result, its domain and its meaning', () => {
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

  it('recognises our signature on a test mail whose key is not in DNS, and no other signature in our name', () => {
    const checked = event('checked', { dkim: ['neutral np.example'] });
    expect(checksOf(checked, 'np.example')).toMatchObject([{ result: 'own', tone: 'neutral' }]);
    expect(checksOf(checked)).toMatchObject([{ result: 'neutral', meaning: expect.stringMatching(/no key in DNS/) }]);
    expect(checksOf(event('checked', { dkim: ['fail np.example'] }), 'np.example')).toMatchObject([{ result: 'fail' }]);
  });

  it('describes a missing signature and a DNS failure', () => {
    expect(checksOf(event('checked', { dkim: [] }))[0]?.meaning).toBe('This message is not signed.');
    expect(checksOf(event('checked', { dmarc: 'temperror' }))[0]?.meaning).toMatch(/^DNS did not respond/);
  });
});
