import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { planForHandle } from '../../contract/payments/plans.ts';
import { HOUR } from '../../contract/time.ts';
import { Person } from '../support/api/person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();

const check = async (handle: string, query = '?suggest=1', on = server) =>
  (await new Person(on).request('GET', `/api/check-handle/${encodeURIComponent(handle)}${query}`)).body;
const namesFor = async (handle: string) =>
  ((await check(handle)).suggestions ?? []).map((suggestion: { handle: string }) => suggestion.handle);

/** Inserts handles that are in use, in this state. */
async function take(handles: string[], state: 'active' | 'quarantined' | 'resting' = 'active'): Promise<void> {
  await server.db
    .insertInto('handles')
    .values(handles.map((handle) => ({ handle, state })))
    .execute();
}

it('suggests three available handles with their plans for a taken one, and one of them has the Free plan', async () => {
  await take(['maya']);
  const expected = {
    available: false,
    reason: 'taken',
    suggestions: [
      { handle: 'maya-hq', plan: 'Plus' },
      { handle: 'hello-maya', plan: 'Plus' },
      { handle: 'maya-universe', plan: 'Free' },
    ],
  };
  expect(await check('maya')).toEqual(expected);
  expect(await check('MAYA')).toEqual(expected);
  for (const { handle, plan } of expected.suggestions) {
    expect(planForHandle(handle)).toBe(plan);
    expect(await check(handle)).toEqual({ available: true });
  }
});

it('suggests handles for a reserved one, and none without a request or for an available or invalid handle', async () => {
  expect(await check('digital-universe')).toMatchObject({ reason: 'reserved', suggestions: { length: 3 } });
  expect(await check('digital-universe', '')).toEqual({ available: false, reason: 'reserved' });
  expect(await check('nobody-has-this-one')).toEqual({ available: true });
  expect(await check("'; drop table handles; --")).toEqual({ available: false, reason: 'invalid', suggestions: [] });
  expect(await check('postmaster')).toEqual({ available: false, reason: 'reserved', suggestions: [] });
});

it('does not suggest a handle that is in use, in quarantine, resting or held, or another spelling of one', async () => {
  await take(['noor', 'hello-noor']);
  await take(['noor-universe'], 'quarantined');
  await take(['meet-noor'], 'resting');
  // People would confuse it with noor-hq.
  await take(['noorhq']);
  await server.db
    .insertInto('handle_holds')
    .values({
      handle: 'noor-links',
      holder: randomUUID(),
      inbox_key: 'k',
      expires_at: new Date(server.clock().getTime() + HOUR),
    })
    .execute();
  expect(await namesFor('noor')).toEqual(['hey-noor', 'noor-everywhere', 'its-noor']);
  server.advance(2 * HOUR);
  expect(await namesFor('noor')).toEqual(['noor-links', 'hey-noor', 'noor-everywhere']);
});

it('returns fewer suggestions if most similar names are taken, down to none', async () => {
  await take(['olga']);
  const all: string[] = [];
  for (let names = await namesFor('olga'); names.length > 0; names = await namesFor('olga')) {
    all.push(...names);
    await take(names);
  }
  expect(all.length).toBeGreaterThan(9);
  expect(await check('olga')).toEqual({ available: false, reason: 'taken', suggestions: [] });
});

it('suggests only handles of the Free plan if paid plans are off', async () => {
  const free = await startServer({ PAYPAL_ENV: 'off' });
  try {
    const { reason, suggestions } = await check('maya', undefined, free);
    expect(reason).toBe('not-offered');
    expect(suggestions.map(({ plan }: { plan: string }) => plan)).toEqual(['Free', 'Free', 'Free']);
  } finally {
    await free.stop();
  }
});
