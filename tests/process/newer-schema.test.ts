import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MigrationFile, migrate, NewerSchemaError, ownMigrations } from '../../db/migrate.ts';
import { createTestDatabase, useDatabase } from '../support/server/test-database.ts';

const database = useDatabase();
let own: Record<string, MigrationFile>;
beforeAll(async () => {
  own = await ownMigrations();
});

const adds = (table: string, compatibleSince?: string): MigrationFile => ({
  up: async (db: Kysely<unknown>) => void (await sql`create table ${sql.id(table)} (id integer)`.execute(db)),
  ...(compatibleSince && { compatibleSince }),
});

describe('a database that a newer release has migrated', () => {
  it('leaves a database with newer, compatible migrations unchanged and uses it', async () => {
    await migrate(database.url, { ...own, '9000_adds': adds('added') });
    expect(await migrate(database.url)).toMatchObject({ newer: ['9000_adds'] });
    // The newer release applies no migration a second time.
    expect(await migrate(database.url, { ...own, '9000_adds': adds('added') })).toMatchObject({ newer: [] });
  });

  it('accepts a newer schema in code that has the required migration, and rejects it in older code', async () => {
    const known = { ...own, '9000_adds': adds('added') };
    await migrate(database.url, { ...known, '9001_takes_away': adds('taken', '9000_adds') });
    expect(await migrate(database.url, known)).toMatchObject({ newer: ['9001_takes_away'] });
    const refused = migrate(database.url, own);
    await expect(refused).rejects.toThrow(NewerSchemaError);
    await expect(refused).rejects.toThrow(/9001_takes_away\), and this release cannot run on the result/);
  });
});

it('rejects an applied migration without a compatibility mark', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into kysely_migration values ('9002_unmarked', now()::text)`);
  await client.end();
  await expect(migrate(database.url, { ...own, '9000_adds': adds('added') })).rejects.toThrow(/9002_unmarked/);
});

it('yields to a transaction of the running release that needs a table locked by the migration', async () => {
  const tables = { ...own, '9003_first': adds('first'), '9004_second': adds('second') };
  const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changes: MigrationFile = {
    async up(db: Kysely<unknown>) {
      await sql`alter table first add column added integer`.execute(db);
      locked.resolve();
      await waiting.promise;
      await sql`alter table second add column added integer`.execute(db);
    },
  };
  const { url, drop } = await createTestDatabase();
  const [visitor, observer] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([visitor.connect(), observer.connect()]);
  try {
    await migrate(url, tables);
    await visitor.query('begin; insert into second values (1)');
    const migrated = migrate(url, { ...tables, '9005_changes': changes });
    await locked.promise;
    const inserted = visitor.query('insert into first values (1); commit');
    const blocked = async () => (await observer.query('select from pg_locks where not granted')).rowCount;
    await expect.poll(blocked).toBe(1);
    // Each now waits for the other, and PostgreSQL would end the first transaction that has waited for a second.
    waiting.resolve();
    await inserted;
    expect(await migrated).toMatchObject({ newer: [] });
  } finally {
    await Promise.all([visitor.end(), observer.end()]);
    await drop();
  }
});
