import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MigrationFile, ownMigrations } from '../../../db/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { readCatalog } from './catalog.ts';
import { contractionsBetween } from './contractions.ts';
import { findContractions } from './find-contractions.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    create type mood as enum ('calm');
    create table things (
      id serial primary key, name text not null default 'none', note text, kind text check (kind in ('a', 'b')),
      code integer unique, size integer
    );
    create unique index things_name on things (lower(name)) where size > 0;
    create view named as select id, name from things;
    create function double(integer) returns integer language sql as 'select $1 * 2';
    create function keep() returns trigger language plpgsql as 'begin return new; end';
    create trigger keep before update on things for each row execute function keep()`);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** Returns what a change of the schema removes, and undoes the change. */
async function contractionsOf(change: string): Promise<string[]> {
  const before = await readCatalog(client);
  await client.query('begin');
  try {
    await client.query(change);
    return contractionsBetween(before, await readCatalog(client));
  } finally {
    await client.query('rollback');
  }
}

it.each([
  ['alter table things drop column note', ['drops the column things.note']],
  ['alter table things rename column note to remark', ['drops the column things.note']],
  ['alter table things alter column code type bigint', ['changes the type of things.code from integer to bigint']],
  ['alter table things alter column size set not null', ['makes things.size not null']],
  ['alter table things alter column name drop default', ['drops the default of things.name']],
  ['alter table things add column owner text not null', ['adds things.owner as not null without a default']],
  ['alter table things drop constraint things_code_key', ['drops things.things_code_key, which is unique']],
  ['drop index things_name', ['drops things.things_name, which is unique']],
  ['drop view named', ['drops the view named']],
  ['drop function double', ['drops the function double(integer)']],
  ['drop trigger keep on things', ['drops the trigger things.keep']],
])('reports "%s" as a change that older code may not survive', async (change, expected) => {
  expect(await contractionsOf(change)).toEqual(expected);
});

it('reports a table that was dropped or renamed, without its columns', async () => {
  expect(await contractionsOf('drop table things cascade')).toContain('drops the table things');
  const renamed = await contractionsOf('alter table things rename to items');
  expect(renamed).toContain('drops the table things');
  expect(renamed.filter((text) => text.includes('column'))).toEqual([]);
});

it.each([
  'alter table things add check (size > 0)',
  'create unique index on things (note)',
  "alter table things drop constraint things_kind_check, add check (kind in ('a'))",
])('reports "%s", because it may reject what older code writes', async (change) => {
  expect(await contractionsOf(change)).toEqual([expect.stringMatching(/^adds things\.\w+, a .+ constraint/)]);
});

it.each([
  'create table others (id integer primary key, thing integer references things)',
  'alter table things add column remark text',
  'alter table things add column remark text unique check (length(remark) < 9), add column thing integer references things',
  "alter table things add column state text not null default 'new' check (state in ('new', 'old'))",
  "alter table things drop constraint things_kind_check, add check (kind in ('a', 'b', 'c'))",
  'alter table things alter column name drop not null',
  'create index on things (note)',
  "alter type mood add value 'wild'",
  "create or replace function double(integer) returns integer language sql as 'select $1 + $1'",
])('accepts "%s", which only adds', async (change) => {
  expect(await contractionsOf(change)).toEqual([]);
});

it('finds what a planted migration removes, and which release it names', async () => {
  const empty = await createEmptyDatabase();
  const change = (text: string, marks = {}): MigrationFile => ({
    up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)),
    ...marks,
  });
  try {
    const found = await findContractions(empty.url, {
      ...(await ownMigrations()),
      '9000_adds': change('create table planted (id integer, old text)'),
      '9001_drops': change('alter table planted drop column old', {
        compatibleSince: '9000_adds',
        unusedSince: '9.0.0',
      }),
      '9002_renames': change('alter table planted rename to other'),
    });
    expect(found.slice(-3)).toEqual([
      { name: '9000_adds', contractions: [] },
      {
        name: '9001_drops',
        contractions: ['drops the column planted.old'],
        compatibleSince: '9000_adds',
        unusedSince: '9.0.0',
      },
      { name: '9002_renames', contractions: ['drops the table planted'] },
    ]);
  } finally {
    await empty.drop();
  }
});
