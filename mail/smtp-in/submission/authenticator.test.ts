import { expect, it, vi } from 'vitest';
import type { SubmissionPolicy, Submitter } from '../../host/submission-policy.ts';
import { LIMITS, withDefaults } from '../../options.ts';
import { Session } from '../session.ts';
import { MemoryBudget } from '../spool.ts';
import { Authenticator } from './authenticator.ts';

const PASSWORD = 'right';
const plain = (user: string, password: string) => Buffer.from(`\0${user}\0${password}`).toString('base64');

/** Creates an authenticator with counters in memory and without delays. */
function create() {
  const counts = new Map<string, number>();
  const checked = vi.fn();
  const submission: Pick<SubmissionPolicy, 'authenticate'> = {
    async authenticate(user, password): Promise<Submitter | null> {
      checked(user);
      return password === PASSWORD ? { passwordId: 1, key: user, address: `${user}@b.test` } : null;
    },
  };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const settings = withDefaults({
    domain: 'b.test',
    hostname: 'mx.b.test',
    secrets: ['secret'],
    spoolFolder: '/nowhere',
    limits: { failedLoginDelay: 0, slowFailedLoginDelay: 0 },
  });
  const context = {
    settings,
    log,
    counters: {
      take(key: string, max: number) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return (counts.get(key) ?? 0) <= max;
      },
    },
    clock: () => new Date(0),
    recorder: { record() {}, alarm() {}, limitReached() {} },
    memory: new MemoryBudget(0),
    prepareSpool: async () => {},
  };
  const authenticator = new Authenticator(context, submission as SubmissionPolicy);
  const logIn = async (client: string, user: string, password: string) => {
    const session = Object.assign(new Session(client), { isSecure: true, isExtended: true });
    const { code } = await authenticator.start(['PLAIN', plain(user, password)], session);
    return code;
  };
  return { logIn, checked, log };
}

it('checks only a hundred of 10,000 wrong logins from one network', async () => {
  const { logIn, checked, log } = create();
  const codes = new Map<number, number>();
  for (let at = 0; at < 10_000; at++) {
    const code = await logIn(`192.0.2.${at % 250}`, `user${at}`, `wrong ${at}`);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(checked).toHaveBeenCalledTimes(LIMITS.failedLoginsPerNetwork + 1);
  expect(codes).toEqual(
    new Map([
      [535, 101],
      [421, 9899],
    ]),
  );
  expect(log.info).toHaveBeenCalledTimes(101);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await logIn('198.51.100.1', 'alice', PASSWORD)).toBe(235);
});

it('lets an owner log in from a known and a new network while 10,000 networks guess the password', async () => {
  const { logIn } = create();
  expect(await logIn('203.0.113.1', 'alice', PASSWORD)).toBe(235);
  // Many attempts run concurrently, because each failure waits for a timer.
  for (let first = 0; first < 10_000; first += 500) {
    const networks = Array.from({ length: 500 }, (_, at) => first + at);
    const codes = await Promise.all(networks.map((at) => logIn(`10.${at >> 8}.${at & 255}.1`, 'alice', `wrong ${at}`)));
    expect(new Set(codes)).toEqual(new Set([535]));
  }
  expect(await logIn('203.0.113.1', 'alice', PASSWORD)).toBe(235);
  expect(await logIn('198.51.100.1', 'alice', PASSWORD)).toBe(235);
});

it('lets regular users of a network log in while others in it are blocked', async () => {
  const { logIn } = create();
  expect(await logIn('192.0.2.1', 'alice', PASSWORD)).toBe(235);
  for (let at = 0; at < 200; at++) await logIn('192.0.2.2', `user${at}`, 'wrong');
  expect(await logIn('192.0.2.3', 'bob', PASSWORD)).toBe(421);
  expect(await logIn('192.0.2.3', 'alice', PASSWORD)).toBe(235);
});
