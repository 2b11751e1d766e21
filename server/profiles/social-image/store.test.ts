import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { handlesWithoutSocialImage, missingSocialImages } from './store.ts';

const HANDLES = 20_000;
const database = useDatabase();
beforeAll(async () => {
  await database.pool.query(
    `insert into handles (id, handle, state, profile_page) overriding system value
      select n, 'h' || n, 'active', true from generate_series(1, $1::integer) n`,
    [HANDLES],
  );
  await database.pool.query(`insert into profile_cards (handle_id, object_key, content_hash, drawing)
    select id, 'cards/' || id, 'hash', 2 from handles`);
  await database.pool.query('vacuum analyze handles, profile_cards');
});

it('searches a range of handles for missing sharing images without reading the rest of either table', async () => {
  const { sql, parameters } = missingSocialImages(database.db, 2, { after: 5000, last: 6000 }).compile();
  const { rows } = await database.pool.query(`explain ${sql}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('handles_pkey');
  expect(plan).toContain('profile_cards_pkey');
  expect(plan).not.toContain('Seq Scan');
  expect(plan.match(/Index Cond: \(\(?\w*id > 5000\) AND \(\w*id <= 6000\)\)/g)).toHaveLength(2);
});

it('finds missing and old sharing images of public pages across all ranges, after an id and up to a number', async () => {
  await database.pool.query('delete from profile_cards where handle_id in (1, 333, 334, 700, 20000)');
  await database.pool.query('update profile_cards set drawing = 1 where handle_id in (350, 19999)');
  await database.pool.query(`update profile_cards set drawing = 1 where handle_id in (351, 352)`);
  await database.pool.query(`update handles set profile_page = false where id = 351`);
  await database.pool.query(`update handles set state = 'resting' where id = 352`);
  const find = (after: number, max: number, step?: number) =>
    handlesWithoutSocialImage(database.db, 2, { after, max, ...(step && { step }) });
  expect(await find(0, 100)).toEqual([1, 333, 334, 350, 700, 19_999, 20_000]);
  expect(await find(0, 100, 333)).toEqual([1, 333, 334, 350, 700, 19_999, 20_000]);
  expect(await find(0, 3, 333)).toEqual([1, 333, 334]);
  expect(await find(350, 100, 333)).toEqual([700, 19_999, 20_000]);
  expect(await find(HANDLES, 100)).toEqual([]);
});
