import { expect, it } from 'vitest';
import { LIMITS, type Limits } from '../../options.ts';
import { LoginLimits } from './login-limits.ts';

const HOME = '192.0.2.10';
const NEIGHBOUR = '192.0.2.99';
const CAFE = '198.51.100.7';
const login = (user: string, password = 'wrong') => ({ user, password });
const blocked = { responseCode: 421, enhanced: '4.7.0' };

/** Creates limits with separate counters and a separate clock. */
function create(changes: Partial<Limits> = {}, networkLimits = true) {
  let now = Date.UTC(2026, 10, 22);
  const counts = new Map<string, number>();
  const keys = new Set<string>();
  const limits = new LoginLimits({
    settings: { limits: { ...LIMITS, ...changes }, networkLimits },
    counters: {
      take(key, max, seconds) {
        keys.add(key);
        const id = `${key} ${Math.floor(now / 1000 / seconds)}`;
        counts.set(id, (counts.get(id) ?? 0) + 1);
        return (counts.get(id) ?? 0) <= max;
      },
    },
    clock: () => new Date(now),
  });
  let passwords = 0;
  /** Fails with a different password each time. */
  const fail = (count: number, client: string, nextUser: (at: number) => string) => {
    for (let at = 0; at < count; at++) limits.countFailure(login(nextUser(at), `wrong ${passwords++}`), client);
  };
  return { limits, keys, fail, advance: (seconds: number) => (now += seconds * 1000) };
}

it('blocks a user name only in the network that tried too many different passwords', () => {
  const { limits, fail } = create();
  fail(LIMITS.failedLoginsPerUser, HOME, () => 'alice');
  expect(limits.checkAttempt(login('alice'), HOME)).toBeNull();
  fail(1, HOME, () => 'Alice');
  expect(limits.checkAttempt(login('alice'), HOME)).toMatchObject(blocked);
  expect(limits.checkAttempt(login('alice'), NEIGHBOUR)).toMatchObject(blocked);
  // Others in that network, and the owner elsewhere, are not affected.
  expect(limits.checkAttempt(login('bob'), HOME)).toBeNull();
  expect(limits.checkAttempt(login('alice'), CAFE)).toBeNull();
});

it('ends a block after ten minutes', () => {
  const { limits, fail, advance } = create();
  fail(LIMITS.failedLoginsPerUser + 1, HOME, () => 'alice');
  advance(599);
  expect(limits.checkAttempt(login('alice'), HOME)).not.toBeNull();
  advance(1.001);
  expect(limits.checkAttempt(login('alice'), HOME)).toBeNull();
});

it('does not block the owner when a device repeats one wrong password', () => {
  const { limits } = create();
  for (let at = 0; at < LIMITS.failedLoginsPerNetwork; at++) limits.countFailure(login('alice', 'revoked'), HOME);
  expect(limits.checkAttempt(login('alice', 'new'), HOME)).toBeNull();
});

it('blocks a network after too many failures of any users, except for users who have logged in from it before', () => {
  const { limits, fail } = create();
  limits.countSuccess(login('alice', 'right'), HOME);
  fail(LIMITS.failedLoginsPerNetwork + 1, NEIGHBOUR, (at) => `user ${at}`);
  expect(limits.checkAttempt(login('bob'), HOME)).toMatchObject(blocked);
  expect(limits.checkAttempt(login('alice'), HOME)).toBeNull();
  expect(limits.checkAttempt(login('alice'), NEIGHBOUR)).toBeNull();
  expect(limits.checkAttempt(login('bob'), CAFE)).toBeNull();
});

it('blocks a user name after too many of its own failures, even in a network from which it has logged in before', () => {
  const { limits, fail } = create();
  limits.countSuccess(login('alice', 'right'), HOME);
  fail(LIMITS.failedLoginsPerUser + 1, HOME, () => 'alice');
  expect(limits.checkAttempt(login('alice'), HOME)).toMatchObject(blocked);
});

it('treats an IPv6 /64 as one network', () => {
  const { limits, fail } = create();
  fail(LIMITS.failedLoginsPerNetwork + 1, '2001:db8:1:2::1', (at) => `user ${at}`);
  expect(limits.checkAttempt(login('bob'), '2001:db8:1:2:ffff::9')).toMatchObject(blocked);
  expect(limits.checkAttempt(login('bob'), '2001:db8:1:3::1')).toBeNull();
});

it('increases the delay of replies to failures while the total is too high, without blocking anyone', () => {
  const { limits, fail } = create({ failedLoginsPerMinute: 5 });
  const next = (client: string) => limits.countFailure(login('alice'), client).delay;
  expect(next(HOME)).toBe(LIMITS.failedLoginDelay);
  fail(4, HOME, (at) => `user ${at}`);
  expect(next(CAFE)).toBe(LIMITS.slowFailedLoginDelay);
  expect(limits.checkAttempt(login('alice'), '203.0.113.5')).toBeNull();
});

it.each<[string, Partial<Limits>, string[], boolean[]]>([
  ['a user name', { failedLoginsPerUser: 1 }, ['alice', 'alice', 'bob'], [false, true, false]],
  ['a network', { failedLoginsPerNetwork: 1 }, ['alice', 'bob', 'carol'], [false, true, true]],
])('returns which failure blocks %s', (_what, changes, users, blocks) => {
  const { limits } = create(changes);
  const failed = users.map((user, at) => limits.countFailure(login(user, `wrong ${at}`), HOME).blocks);
  expect(failed).toEqual(blocks);
});

it('blocks no network if network limits are off', () => {
  const { limits, fail } = create({}, false);
  fail(1000, HOME, () => 'alice');
  expect(limits.checkAttempt(login('alice'), HOME)).toBeNull();
});

it('keeps user names and passwords out of the names of counters', () => {
  const { limits, keys } = create();
  limits.countFailure(login('a mistyped password', 'secret password'), HOME);
  expect(keys.size).toBe(3);
  expect([...keys].join('\n')).not.toMatch(/mistyped|secret/);
  // A shared counter is a row of the database, whose name is a text.
  for (const key of keys) expect(key).toMatch(/^[\w ./-]+$/);
});
