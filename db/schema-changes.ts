import type pg from 'pg';

export interface UnknownMigration {
  migration: string;
  /** True if code with the migrations `known` can run on the result, as recorded by the release that applied it. */
  canRunOn: boolean;
}

/** Returns applied migrations that are not in `known`: those of newer releases. Empty for an empty database. */
export async function readUnknownMigrations(
  client: Pick<pg.Pool, 'query'> | pg.ClientBase,
  known: string[],
): Promise<UnknownMigration[]> {
  const { rows: tables } = await client.query<{ applied: boolean; marked: boolean }>(
    `select to_regclass('kysely_migration') is not null as applied, to_regclass('schema_changes') is not null as marked`,
  );
  if (!tables[0]?.applied) return [];
  const { rows } = await client.query<{ migration: string; marked: boolean; compatible_since: string | null }>(
    tables[0].marked
      ? `select m.name as migration, c.migration is not null as marked, c.compatible_since
          from kysely_migration m left join schema_changes c on c.migration = m.name
          where m.name <> all($1) order by m.name`
      : `select name as migration, false as marked, null as compatible_since
          from kysely_migration where name <> all($1) order by name`,
    [known],
  );
  return rows.map(({ migration, marked, compatible_since }) => ({
    migration,
    canRunOn: marked && (compatible_since === null || known.includes(compatible_since)),
  }));
}
