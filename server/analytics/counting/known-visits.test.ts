import { describe, expect, it } from 'vitest';
import { KnownVisits } from './known-visits.ts';
import { Visit } from './visit.ts';

const ORIGIN = { remote: '192.0.2.1', forwarded: undefined, userAgent: 'browser', referrer: undefined, url: '' };
const visit = (changes: Partial<typeof ORIGIN | { referrer: string }> = {}, handle = 'ada') =>
  new Visit(handle, undefined, { ...ORIGIN, ...changes });

describe('known visits', () => {
  it('finds a visit by page, key, browser, referrer and URL', () => {
    const known = new KnownVisits();
    const [plain, referred] = [visit(), visit({ referrer: 'https://a.example/' })];
    for (const each of [plain, referred]) known.add('1', each);
    expect(known.find('ada', '1', 'browser', undefined, '')).toBe(plain);
    expect(known.find('ada', '1', 'browser', 'https://a.example/', '')).toBe(referred);
    expect(known.find('bea', '1', 'browser', undefined, '')).toBeUndefined();
    expect(known.find('ada', '2', 'browser', undefined, '')).toBeUndefined();
    expect(known.find('ada', '1', 'another', undefined, '')).toBeUndefined();
    expect(known.find('ada', '1', 'browser', undefined, '/ada?utm_source=a')).toBeUndefined();
    known.clear();
    expect(known.find('ada', '1', 'browser', undefined, '')).toBeUndefined();
  });

  it('remembers a limited number of visits, in total and for each key, and none with long strings', () => {
    const known = new KnownVisits();
    const isKnown = (key: string, userAgent: string) => known.find('ada', key, userAgent, undefined, '') !== undefined;
    known.add('long', visit({ userAgent: 'x'.repeat(1000) }));
    expect(isKnown('long', 'x'.repeat(1000))).toBe(false);
    for (let at = 0; at < 17; at++) known.add('shared', visit({ userAgent: `browser ${at}` }));
    expect([15, 16].map((at) => isKnown('shared', `browser ${at}`))).toEqual([true, false]);
    for (let at = 0; at < 20_000; at++) known.add(`${at}`, visit());
    expect(known.isFull).toBe(true);
    expect(['19983', '19984'].map((key) => isKnown(key, 'browser'))).toEqual([true, false]);
  });
});
