import { expect, it } from 'vitest';
import { DAY, DAY_SECONDS, HOUR, MINUTE } from '../../contract/time.ts';
import { useDatabase } from '../../tests/support/server/test-database.ts';
import { deleteOldRows } from '../held-data/retention.ts';
import type { ApiError } from '../platform/http/api-error.ts';
import { assertUseLeft, countUse, requireUse, type Use } from './count-use.ts';
import type { CountedBy, LIMITS } from './limits.ts';

type Kind = keyof typeof LIMITS;

const START = Date.UTC(2026, 0, 5);

const database = useDatabase();

let number = 0;
const newValue = () => `value-${number++}`;
const at = (time: number) => new Date(START + time);

/** Counts a use; returns `counted`, `repeated`, or the limit with the seconds until the next use. */
async function count(use: Use, time: number): Promise<string> {
  const reached = await database.db.transaction().execute((trx) => countUse(trx, use, at(time)));
  return reached === null ? 'counted' : reached.isRepeated ? 'repeated' : `${reached.by} ${reached.retryAfter}`;
}

function limitedUse(kind: Kind, by: Partial<Record<CountedBy, string>>, detail?: string): Use {
  return { kind, by, detail } as Use;
}

/** Inserts uses by one value at the start, regardless of limits. */
async function fill(kind: Kind, by: CountedBy, value: string, { length, detail }: { length: number; detail?: string }) {
  const use = { kind, counted_by: by, value, detail: detail ?? null, used_at: at(0) };
  await database.db
    .insertInto('limited_uses')
    .values(Array.from({ length }, () => use))
    .execute();
}

// Uses in an hour, and in a day.
it.each<[Kind, CountedBy, { hour?: number; day?: number; detail?: string }]>([
  ['contact-form', 'handle', { hour: 30, day: 100 }],
  ['contact-form', 'network', { hour: 10, day: 30 }],
  ['contact-form', 'address', { hour: 5, day: 15 }],
  ['subscribe-form', 'handle', { hour: 120, day: 1000 }],
  ['subscribe-form', 'network', { hour: 20, day: 60 }],
  ['page-report', 'page', { hour: 30, day: 100 }],
  ['page-report', 'network', { hour: 10, day: 30 }],
  ['page-report', 'all', { hour: 500, day: 3000 }],
  ['support-request', 'account', { hour: 5, day: 20 }],
  ['free-claim', 'network', { day: 50 }],
  ['invitation', 'handle', { day: 50 }],
  ['give-up', 'handle', { day: 3 }],
  ['opened-account', 'inbox', { day: 3 }],
  ['email-other', 'inbox', { hour: 5, day: 15 }],
  ['email-claim', 'inbox', { hour: 5, day: 15 }],
  ['email-sign-in', 'inbox', { hour: 5, day: 15 }],
  ['email-account', 'inbox', { hour: 5, day: 15 }],
  ['email-own', 'inbox', { hour: 5, day: 15, detail: 'account' }],
  ['email-device', 'inbox', { hour: 5, detail: 'device' }],
  ['email-security', 'inbox', { hour: 10, day: 30 }],
  ['email-list', 'inbox', { hour: 3, day: 6 }],
])('limits %s by %s to %o', async (kind, by, { hour, day, detail }) => {
  const filled = { ...(detail !== undefined && { detail }) };
  if (hour !== undefined) {
    const value = newValue();
    const use = limitedUse(kind, { [by]: value }, detail);
    await fill(kind, by, value, { length: hour - 1, ...filled });
    expect(await count(use, 0)).toBe('counted');
    expect(await count(use, 1)).toBe(`${by} 3600`);
    expect(await count(use, HOUR - 1)).toBe(`${by} 1`);
    expect(await count(use, HOUR)).toBe('counted');
  }
  if (day !== undefined) {
    const value = newValue();
    const use = limitedUse(kind, { [by]: value }, detail);
    await fill(kind, by, value, { length: day, ...filled });
    expect(await count(use, 2 * HOUR)).toBe(`${by} ${22 * 3600}`);
    expect(await count(use, DAY)).toBe('counted');
  }
});

it.each<[Kind, CountedBy, number]>([
  ['contact-form', 'handle', DAY],
  ['subscribe-form', 'handle', 10 * MINUTE],
  ['page-report', 'page', DAY],
])('counts the same %s of one %s once', async (kind, by, within) => {
  const use = limitedUse(kind, { [by]: newValue() }, 'same');
  expect(await count(use, 0)).toBe('counted');
  expect(await count(use, within - 1)).toBe('repeated');
  expect(await count({ ...use, detail: 'another' }, within - 1)).toBe('counted');
  expect(await count(limitedUse(kind, { [by]: newValue() }, 'same'), within - 1)).toBe('counted');
  expect(await count(use, within)).toBe('counted');
});

it('does not limit unknown networks, whose reports about a page never count as repeated', async () => {
  const use = limitedUse('page-report', { page: newValue(), all: newValue() });
  for (const time of [0, 1, 2]) expect(await count(use, time)).toBe('counted');
});

it('counts the emails that a browser orders apart from those of other browsers, for each inbox', async () => {
  const inbox = newValue();
  const order = (device: string, to = inbox) => count(limitedUse('email-device', { inbox: to }, device), 0);
  for (let sent = 0; sent < 5; sent++) expect(await order('laptop')).toBe('counted');
  expect(await order('laptop')).toBe('inbox 3600');
  expect(await order('phone')).toBe('counted');
  expect(await order('laptop', newValue())).toBe('counted');
});

it.each(['email-claim', 'email-sign-in', 'email-account'] as const)(
  'leaves room in %s for an origin that has ordered nothing for a day',
  async (kind) => {
    const inbox = newValue();
    const order = (origin: string, time: number) => count(limitedUse(kind, { inbox }, origin), time);
    for (let sent = 0; sent < 5; sent++) expect(await order('a', 0)).toBe('counted');
    expect(await order('a', 1)).toBe('inbox 3600');
    for (let sent = 0; sent < 10; sent++) expect(await order(`b${sent}`, 1)).toBe('counted');
    expect(await order('new', 2)).toBe('inbox 3600');
    for (let sent = 0; sent < 10; sent++) expect(await order(`c${sent}`, HOUR + 2)).toBe('counted');
    expect(await order('new', 3 * HOUR)).toBe(`inbox ${21 * 3600}`);
    // Its five uses are too old, so the origin is new again.
    expect(await order('a', DAY)).toBe('counted');
  },
);

it('counts each kind separately, so that strangers cannot use up the emails of the owner', async () => {
  const inbox = newValue();
  for (let sent = 0; sent < 3; sent++) expect(await count(limitedUse('email-list', { inbox }), 0)).toBe('counted');
  for (const kind of ['email-other', 'email-security', 'email-sign-in'] as const) {
    expect(await count(limitedUse(kind, { inbox }), 0)).toBe('counted');
  }
});

it('returns the first reached limit in the order of the table, and then counts nothing', async () => {
  const [handle, network] = [newValue(), newValue()];
  await fill('contact-form', 'network', network, { length: 10 });
  await fill('contact-form', 'handle', handle, { length: 29 });
  const use = limitedUse('contact-form', { handle, network, address: newValue() }, 'a');
  expect(await count(use, 0)).toBe('network 3600');
  expect(await count(limitedUse('contact-form', { handle, network: newValue() }, 'b'), 0)).toBe('counted');
  expect(await count(use, 0)).toBe('handle 3600');
});

it('does not let parallel transactions exceed a limit together', async () => {
  const use = limitedUse('support-request', { account: newValue() });
  const results = await Promise.all(Array.from({ length: 8 }, () => count(use, 0)));
  expect(results.sort()).toEqual([...Array(3).fill('account 3600'), ...Array(5).fill('counted')]);
});

it.each<[Use<'email-list' | 'free-claim' | 'give-up'>, number, [number, string, number, string | RegExp]]>([
  [{ kind: 'email-list', by: { inbox: 'a' } }, HOUR - 30_000, [3, 'too_many_emails', 30, /try again in a minute\.$/]],
  [{ kind: 'email-list', by: { inbox: 'b' } }, 0, [3, 'too_many_emails', 3600, /to this address.* in 60 minutes\.$/]],
  [{ kind: 'email-list', by: { inbox: 'c' } }, 2 * HOUR, [6, 'too_many_emails', 79_200, /try again in 22 hours\.$/]],
  [{ kind: 'free-claim', by: { network: 'a' } }, HOUR, [50, 'too_many_claims', 82_800, /./]],
  [{ kind: 'give-up', by: { handle: 'a' } }, HOUR, [3, 'too_many_requests', DAY_SECONDS, /given up 3 times in a day/]],
])('throws the error of the limit: %o after %d ms', async (use, time, [length, code, retryAfter, message]) => {
  const [[by, value] = ['all' as const, '']] = Object.entries(use.by) as [CountedBy, string][];
  await fill(use.kind, by, value, { length });
  const error = expect.objectContaining({ code, retryAfter, message: expect.stringMatching(message) }) as ApiError;
  await expect(assertUseLeft(database.db, use, at(time))).rejects.toEqual(error);
  await expect(database.db.transaction().execute((trx) => requireUse(trx, use, at(time)))).rejects.toEqual(error);
});

it('deletes uses after a day', async () => {
  await fill('give-up', 'handle', 'old', { length: 1 });
  const left = () => database.db.selectFrom('limited_uses').select('value').where('value', '=', 'old').execute();
  await deleteOldRows(database.db, at(DAY), 'nightly');
  expect(await left()).toHaveLength(1);
  await deleteOldRows(database.db, at(DAY + 1), 'nightly');
  expect(await left()).toEqual([]);
});
