import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import { answeringDatabase } from '../../tests/support/server/answering-database.ts';
import { HiddenPictures } from './hidden-pictures.ts';

const [ONE, TWO] = ['/media/avatar-0000000000000001-256.webp', '/media/block-0000000000000002-480.webp'];

let isAway = false;
let removed: string[] = [];
let suspended: string[] = [];
const db = answeringDatabase((query) => {
  if (isAway) throw new Error('The database is away');
  return query.includes('removed_pictures') ? removed.map((name) => ({ name })) : suspended.map((path) => ({ path }));
});
const warned: string[] = [];
const log = { warn: ({ event }: { event: string }) => void warned.push(event) };

beforeEach(() => {
  vi.useFakeTimers();
  [isAway, removed, suspended] = [false, [], []];
  warned.length = 0;
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

it('hides every size of a picture, and nothing else', async () => {
  [removed, suspended] = [['avatar-0000000000000001'], [TWO]];
  const hidden = new HiddenPictures(db, log as never);
  await hidden.load();
  expect(hidden.reasonFor(ONE)).toBe('removed');
  expect(hidden.reasonFor(ONE.replace('256', '512'))).toBe('removed');
  expect(hidden.reasonFor(TWO)).toBe('suspended');
  expect(hidden.reasonFor(TWO.replace('block', 'avatar'))).toBeUndefined();
  expect(hidden.reasonFor('/media/x')).toBeUndefined();
});

it('reads the list every minute while notifications do not arrive, and immediately when they begin', async () => {
  const hidden = new HiddenPictures(db, log as never);
  await hidden.load();
  hidden.notified(false);
  suspended = [TWO];
  await pass(MINUTE - 1);
  expect(hidden.reasonFor(TWO)).toBeUndefined();
  await pass(1);
  expect(hidden.reasonFor(TWO)).toBe('suspended');
  suspended = [];
  hidden.notified(true);
  await pass(0);
  expect(hidden.reasonFor(TWO)).toBeUndefined();
  suspended = [TWO];
  await pass(5 * MINUTE);
  expect(hidden.reasonFor(TWO)).toBeUndefined();
  hidden.stop();
});

it('applies a removal without the database, never forgets one, and reads the rest once the database is reachable again', async () => {
  const hidden = new HiddenPictures(db, log as never);
  await hidden.load();
  isAway = true;
  suspended = [TWO];
  hidden.changed('removed avatar-0000000000000001');
  hidden.changed('account 7');
  expect(hidden.reasonFor(ONE)).toBe('removed');
  await pass(5000);
  expect([hidden.reasonFor(TWO), warned.length > 0]).toEqual([undefined, true]);
  isAway = false;
  await pass(2000);
  expect([hidden.reasonFor(ONE), hidden.reasonFor(TWO)]).toEqual(['removed', 'suspended']);
  hidden.stop();
});
