import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { accountExport } from '../../contract/accounts/account-export.ts';
import { profileFields } from '../../contract/profiles/profile-fields.ts';
import { PROFILE_FIELDS } from '../../server/handle-access/profile-fields.ts';
import { emptiedColumns, KEPT_COLUMNS, OWNED_TABLES } from '../../server/handles/emptying-store.ts';
import { NOT_CACHED } from '../support/cached-columns.ts';
import { useDatabase } from '../support/server/test-database.ts';
import { TABLES } from '../support/table-columns.ts';

const REGISTER = 'tests/support/table-columns.ts';
const CACHED = 'tests/support/cached-columns.ts';
const EMPTYING = 'server/handles/emptying-store.ts';

const database = useDatabase();

/** Returns the columns of every table after all migrations. */
async function columnsByTable(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'
    group by table_name`.execute(database.db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Returns the tables whose rows a cascade deletes with the rows of this one. */
async function cascadesFrom(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confdeltype = 'c' and confrelid = ${table}::regclass`.execute(database.db);
  return rows.map(({ name }) => name);
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Returns whether the account export has a value at a path such as `handles[].bio`. */
function isExported(path: string): boolean {
  let schemas: Schema[] = [toJSONSchema(accountExport) as Schema];
  for (const step of path.match(/\[\]|[^.[\]]+/g) ?? []) {
    schemas = schemas
      .flatMap((schema) => schema.anyOf ?? schema.oneOf ?? [schema])
      .flatMap((schema) => (step === '[]' ? schema.items : schema.properties?.[step]) ?? []);
  }
  return schemas.length > 0;
}

describe('every column of every table', () => {
  it('lists every column in the register of the account export and the erasure', async () => {
    const live = await columnsByTable();
    const problems: string[] = [];
    for (const [table, columns] of live) {
      const known: Record<string, unknown> | undefined = TABLES[table as keyof typeof TABLES]?.columns;
      if (!known) problems.push(`Table ${table}: add it to TABLES in ${REGISTER}.`);
      for (const column of known ? columns : []) {
        if (known && column in known) continue;
        problems.push(
          `Column ${table}.${column}: add it to TABLES in ${REGISTER}, with its path in the account export ` +
            '(contract/accounts/account-export.ts, server/account-deletion/export.ts), or null where it is not exported.',
        );
      }
    }
    for (const [table, { columns }] of Object.entries(TABLES)) {
      const gone = Object.keys(columns).filter((column) => !live.get(table)?.includes(column));
      problems.push(...gone.map((column) => `Column ${table}.${column} does not exist: remove it from ${REGISTER}.`));
    }
    expect(problems).toEqual([]);
  });

  it('exports each column that the register marks as exported, and gives a reason for each other one', () => {
    const problems = Object.entries(TABLES).flatMap(([table, { columns, notExported }]) =>
      Object.entries<string | null>(columns).flatMap(([column, path]) => {
        if (path === null) {
          return notExported ? [] : [`Column ${table}.${column}: give the reason in \`notExported\` (${REGISTER}).`];
        }
        if (isExported(path)) return [];
        return [
          `Column ${table}.${column}: add ${path} to contract/accounts/account-export.ts and server/account-deletion/export.ts.`,
        ];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('deletes each column with the account or the handle as the register requires', async () => {
    const [withAccount, withHandle] = [await cascadesFrom('accounts'), await cascadesFrom('handles')];
    // Deleted by the address, by server/account-deletion/erasure-store.ts.
    const byErasure = ['accounts', 'limited_uses', 'mailed_links', 'page_subscribers', 'sign_in_codes'];
    const problems: string[] = [];
    for (const [table, { erasure }] of Object.entries(TABLES)) {
      const rule = typeof erasure === 'string' ? erasure : `kept: ${erasure.kept}`;
      if (withAccount.includes(table) && !rule.startsWith('with the account')) {
        problems.push(`Table ${table} is deleted with its account: say so in ${REGISTER}.`);
      }
      if (rule.startsWith('with the account') && !withAccount.includes(table) && !byErasure.includes(table)) {
        problems.push(`Table ${table}: delete its rows in server/account-deletion/erasure-store.ts.`);
      }
      const isOwned = table === 'forwardings' || OWNED_TABLES.some((owned) => owned === table);
      if (rule.endsWith('with the handle') !== isOwned || (withHandle.includes(table) && !isOwned)) {
        problems.push(`Table ${table}: OWNED_TABLES in ${EMPTYING} and its entry in ${REGISTER} differ.`);
      }
      const parent = /^with (\w+)$/.exec(rule)?.[1];
      if (parent && !(await cascadesFrom(parent)).includes(table)) {
        problems.push(`Table ${table} is not deleted with ${parent}: it has no cascade.`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('lists for each column of handles whether it is emptied when a handle is taken from its owner', async () => {
    const named = [...KEPT_COLUMNS, ...Object.keys(emptiedColumns(new Date()))];
    const columns = (await columnsByTable()).get('handles') ?? [];
    const forgotten = columns.filter((column) => !named.includes(column));
    const problems = forgotten.map(
      (column) =>
        `Column handles.${column}: add it to PROFILE_FIELDS (server/handle-access/profile-fields.ts) where owners set ` +
        `it, else to emptiedColumns or KEPT_COLUMNS (${EMPTYING}).`,
    );
    expect(problems).toEqual([]);
    expect(named.filter((column) => !columns.includes(column))).toEqual([]);
  });

  it('lists each column in the trigger of a cache that shows it, or as not cached', async () => {
    const { rows } = await sql<{ name: string; table: string; columns: string[] }>`
      select trigger_name || ' on ' || event_object_table as name, event_object_table as table,
        array_agg(event_object_column::text) as columns
      from information_schema.triggered_update_columns group by 1, 2`.execute(database.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_CACHED).sort());
    const live = await columnsByTable();
    const problems = rows.flatMap(({ name, table, columns: listed }) => {
      const { cache, columns: notCached } = NOT_CACHED[name] ?? { cache: '', columns: [] };
      return (live.get(table) ?? []).flatMap((column) => {
        const [isListed, isLeftOut] = [listed.includes(column), notCached.includes(column)];
        if (isListed !== isLeftOut) return [];
        if (isListed)
          return [`Column ${table}.${column} is listed by the trigger: remove it from NOT_CACHED (${CACHED}).`];
        return [
          `Column ${table}.${column}: where the cache of ${cache} shows it, recreate the trigger ${name} with it in a ` +
            `migration; else add it to NOT_CACHED (${CACHED}).`,
        ];
      });
    });
    expect(problems).toEqual([]);
  });
});

it('declares the same profile fields for the server as for responses', () => {
  expect(
    Object.keys(PROFILE_FIELDS).sort(),
    'contract/profiles/profile-fields.ts and server/handle-access/profile-fields.ts',
  ).toEqual(Object.keys(profileFields).sort());
});
