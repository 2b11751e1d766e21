import { expect, it } from 'vitest';
import type { SenderTokens } from '../host/shared-state.ts';
import { DAY } from '../message/time.ts';
import { MessageIds } from './message-ids.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const OURS = /^<[a-z2-7]{26}@handles\.test>$/;

function create(
  secrets = ['secret'],
  stored = new Map<string, { value: string; until: Date }>(),
  domain = 'handles.test',
) {
  const tokens: SenderTokens = {
    put: async (token, value, until) => void stored.set(token, { value, until }),
    get: async (token) => stored.get(token)?.value ?? null,
  };
  return { ids: new MessageIds({ domain, secrets, tokens, clock: () => new Date(NOW) }), stored };
}

const thread = (...ids: string[]) => Buffer.from(`References: ${ids.join(' ')}\r\n\r\n`);

it('replaces an id with the same generated id in every copy, and restores it only for that handle', async () => {
  const { ids } = create();
  const own = await ids.replace('alice', '<1@inbox.test>');
  expect(own).toMatch(OURS);
  expect(await ids.replace('alice', '<1@inbox.test>')).toBe(own);
  expect(await ids.replace('alice', '<2@inbox.test>')).not.toBe(own);
  expect(await ids.replace('bob', '<1@inbox.test>')).not.toBe(own);
  expect(await ids.originalIdsIn(thread(own, '<other@x.test>'), 'alice')).toEqual(new Map([[own, '<1@inbox.test>']]));
  expect(await ids.originalIdsIn(thread(own), 'bob')).toEqual(new Map());
});

it('finds our ids for the ids of a thread, by any secret', async () => {
  const { ids, stored } = create(['old']);
  const own = await ids.replace('alice', '<1@inbox.test>');
  const found = new Map([['<1@inbox.test>', own]]);
  expect(await create(['new', 'old'], stored).ids.ownIdsIn(thread('<1@inbox.test>', '<x@y.test>'), 'alice')).toEqual(
    found,
  );
  expect(await create(['old', 'new'], stored).ids.ownIdsIn(thread('<1@inbox.test>'), 'alice')).toEqual(found);
  expect(await create(['new'], stored).ids.ownIdsIn(thread('<1@inbox.test>'), 'alice')).toEqual(new Map());
  expect(await ids.ownIdsIn(thread('<1@inbox.test>'), 'bob')).toEqual(new Map());
});

it('ignores a stored id that differs from that of the thread', async () => {
  const { ids, stored } = create();
  const own = await ids.replace('alice', '<1@inbox.test>');
  const entry = stored.get(own.slice(1, 27));
  if (!entry) throw new Error('nothing was stored');
  entry.value = JSON.stringify(['alice', '<2@inbox.test>']);
  expect(await ids.ownIdsIn(thread('<1@inbox.test>'), 'alice')).toEqual(new Map());
});

it('stores an id for 180 days, unless it is very long', async () => {
  const { ids, stored } = create();
  const long = (length: number) => `<${'x'.repeat(length - 9)}@y.test>`;
  await ids.replace('alice', long(500));
  expect([...stored.values()]).toEqual([
    { value: JSON.stringify(['alice', long(500)]), until: new Date(NOW + 180 * DAY) },
  ]);
  expect(await ids.replace('alice', long(501))).toMatch(OURS);
  expect(stored.size).toBe(1);
});

it('restores no id of another domain or form, nor one that is not stored', async () => {
  const { ids, stored } = create();
  const own = await ids.replace('alice', '<1@inbox.test>');
  for (const id of [
    own.replace('handles', 'other'),
    own.replace('<', '<a'),
    own.replace('@', 'a@'),
    `<${'a'.repeat(26)}@handles.test>`,
  ]) {
    expect(await ids.originalIdsIn(thread(id), 'alice'), id).toEqual(new Map());
  }
  expect(await create(['secret'], stored, 'other.test').ids.originalIdsIn(thread(own), 'alice')).toEqual(new Map());
});

it('looks at the newest 20 ids of a long thread', async () => {
  const { ids } = create();
  const originals = Array.from({ length: 21 }, (_, at) => `<${at}@inbox.test>`);
  const own: string[] = [];
  for (const id of originals) own.push(await ids.replace('alice', id));
  expect([...(await ids.originalIdsIn(thread(...own), 'alice')).values()]).toEqual(originals.slice(1).toReversed());
  expect([...(await ids.ownIdsIn(thread(...originals), 'alice')).values()]).toEqual(own.slice(1).toReversed());
});
