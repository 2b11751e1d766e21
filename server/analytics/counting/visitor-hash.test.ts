import { describe, expect, it } from 'vitest';
import { answeringDatabase } from '../../../tests/support/server/answering-database.ts';
import { dayOf } from './days.ts';
import { VisitorSalts, visitorHash } from './visitor-hash.ts';

it('gives one person a different hash for each page, network, browser and day', () => {
  const base = [Buffer.alloc(32, 1), 'ann', '192.0.2.0/24', 'Firefox'] as const;
  const [salt, handle, network, browser] = base;
  const others = [
    visitorHash(Buffer.alloc(32, 2), handle, network, browser),
    visitorHash(salt, 'bob', network, browser),
    visitorHash(salt, handle, '198.51.100.0/24', browser),
    visitorHash(salt, handle, network, 'Safari'),
  ];
  expect(new Set([visitorHash(...base), ...others]).size).toBe(5);
  expect(visitorHash(...base)).toBe(visitorHash(...base));
});

describe('the salts of visitors', () => {
  const NOON = Date.parse('2026-11-25T12:00:00Z');
  const MIDNIGHT = Date.parse('2026-11-26T00:00:00Z');
  const TODAY = dayOf(NOON);

  /** Stores salts, counts how many were drawn, and fails while the database is unreachable. */
  function open() {
    const database = { drawn: 0, isAway: false };
    const db = answeringDatabase((query) => {
      if (query.startsWith('insert')) database.drawn += 1;
      if (database.isAway) throw new Error('The database is away');
      return [];
    });
    return { database, salts: new VisitorSalts(db) };
  }

  it('loads a salt of 32 bytes once, when the first visitor comes', async () => {
    const { database, salts } = open();
    expect(salts.of(TODAY, NOON)).toBeUndefined();
    expect(salts.of(TODAY, NOON)).toBeUndefined();
    await expect.poll(() => salts.of(TODAY, NOON)?.length).toBe(32);
    await salts.load(NOON);
    expect(database.drawn).toBe(1);
    expect(salts.of(TODAY + 1, NOON)).toBeUndefined();
  });

  it('keeps a salt during a day', async () => {
    const { salts } = open();
    await salts.load(NOON);
    const salt = salts.of(TODAY, NOON);
    await salts.load(MIDNIGHT - 1);
    expect(salts.of(TODAY, MIDNIGHT - 1)).toBe(salt);
  });

  it('draws the salt of a day five minutes before the day begins', async () => {
    const { database, salts } = open();
    const before = MIDNIGHT - 5 * 60_000;
    await salts.load(before - 1);
    salts.of(TODAY, before - 1);
    await salts.load(before - 1);
    expect(database.drawn).toBe(1);
    expect(salts.of(TODAY + 1, before)).toBeUndefined();
    await expect.poll(() => salts.of(TODAY + 1, before)?.length).toBe(32);
    expect(salts.of(TODAY + 1, before)).not.toEqual(salts.of(TODAY, before));
    expect(database.drawn).toBe(2);
  });

  it('forgets the salt of a day when the day has ended', async () => {
    const { salts } = open();
    await salts.load(NOON);
    await salts.load(MIDNIGHT - 1);
    expect(salts.of(TODAY, MIDNIGHT - 1)).toBeDefined();
    await salts.load(MIDNIGHT);
    expect(salts.of(TODAY, MIDNIGHT)).toBeUndefined();
    expect(salts.of(TODAY + 1, MIDNIGHT)).toBeDefined();
  });

  it('loads the salt of an earlier day if the clock was set back', async () => {
    const { salts } = open();
    await salts.load(MIDNIGHT);
    await expect.poll(() => salts.of(TODAY, MIDNIGHT - 1)?.length).toBe(32);
  });

  it('tries to load a salt again after five seconds if the database was unreachable', async () => {
    const { database, salts } = open();
    database.isAway = true;
    await salts.load(NOON);
    database.isAway = false;
    await salts.load(NOON + 4999);
    expect([salts.of(TODAY, NOON), database.drawn]).toEqual([undefined, 1]);
    await salts.load(NOON + 5000);
    expect(salts.of(TODAY, NOON + 5000)).toBeDefined();
  });
});
