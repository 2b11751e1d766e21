import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { accountExport } from '../../contract/accounts/account-export.ts';
import { profileFields } from '../../contract/profiles/profile-fields.ts';
import { words } from '../../contract/words.ts';
import { NOT_CACHED } from '../../tests/support/cached-columns.ts';
import { useDatabase } from '../../tests/support/server/test-database.ts';
import { camel, type Erasure, type Retention, type TableName } from './table.ts';
import { PROFILE_COLUMNS } from './tables/handle-tables.ts';
import { TABLE_LIST, TABLES } from './tables.ts';

const DICTIONARY = 'server/held-data/tables/';
const CACHED = 'tests/support/cached-columns.ts';

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
  it('describes every column in the data dictionary', async () => {
    const live = await columnsByTable();
    const problems: string[] = [];
    for (const [table, columns] of live) {
      const known: Record<string, unknown> | undefined = TABLES[table as TableName]?.columns;
      if (!known) problems.push(`Table ${table}: describe it in a file of ${DICTIONARY}.`);
      for (const column of known ? columns : []) {
        if (known && column in known) continue;
        problems.push(
          `Column ${table}.${column}: describe it in ${DICTIONARY}, with its name in the account export ` +
            '(contract/accounts/account-export.ts), or with the reason why it is not exported.',
        );
      }
    }
    for (const [table, { columns }] of TABLE_LIST) {
      const gone = Object.keys(columns).filter((column) => !live.get(table)?.includes(column));
      problems.push(...gone.map((column) => `Column ${table}.${column} does not exist: remove it from ${DICTIONARY}.`));
    }
    expect(problems).toEqual([]);
  });

  it('exports each column that has a name in the export', () => {
    const problems = TABLE_LIST.flatMap(([table, { columns, views = [] }]) =>
      Object.entries(columns).flatMap(([column, name]) => {
        if (typeof name !== 'string') return [];
        if (views.some(({ at }) => isExported(name === '' ? at : `${at}.${name}`))) return [];
        const places = views.map(({ at }) => at).join(' or ') || 'a view';
        return [`Column ${table}.${column}: add ${name} at ${places} to contract/accounts/account-export.ts.`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('deletes the rows of each table as its erasure states', async () => {
    const [withAccount, withHandle] = [await cascadesFrom('accounts'), await cascadesFrom('handles')];
    const problems: string[] = [];
    for (const [table, { erasure }] of TABLE_LIST) {
      const parents = erasure.flatMap((step) => ('with' in step ? [step.with] : []));
      const isOfHandle = erasure.some((step) => 'withHandle' in step);
      if (erasure.length === 0)
        problems.push(`Table ${table}: say in ${DICTIONARY} how it is erased, or why it is kept.`);
      if (withAccount.includes(table) && !parents.includes('accounts')) {
        problems.push(`Table ${table} is deleted with its account: say so in ${DICTIONARY}.`);
      }
      if (withHandle.includes(table) && !isOfHandle) {
        problems.push(`Table ${table} is deleted with its handle: say in ${DICTIONARY} what a transfer does with it.`);
      }
      for (const parent of parents.filter((one) => one !== table)) {
        if ((await cascadesFrom(parent)).includes(table)) continue;
        problems.push(`Table ${table} is not deleted with ${parent}: it has no cascade.`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('states for each column of handles whether it is emptied when a handle is taken from its owner', async () => {
    const [step] = TABLES.handles.erasure.flatMap((one) => ('emptied' in one ? [one] : []));
    const named = [...words(step?.keeps ?? ''), ...Object.keys(step?.emptied(new Date()) ?? {})];
    const columns = (await columnsByTable()).get('handles') ?? [];
    const problems = columns.map((column) =>
      named.includes(column)
        ? []
        : `Column handles.${column}: add it to the erasure of handles in ${DICTIONARY}handle-tables.ts, in EMPTY_PROFILE where owners set it.`,
    );
    expect(problems.flat()).toEqual([]);
    expect(named.filter((column) => !columns.includes(column))).toEqual([]);
  });

  it('lists each column in the trigger of the cache that shows it, or as not cached', async () => {
    const { rows } = await sql<{ name: string; table: string; columns: string[] }>`
      select trigger_name || ' on ' || event_object_table as name, event_object_table as table,
        array_agg(event_object_column::text) as columns
      from information_schema.triggered_update_columns group by 1, 2`.execute(database.db);
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_CACHED).sort());
    const live = await columnsByTable();
    const problems = rows.flatMap(({ name, table, columns: listed }) => {
      const { cache, columns: notCached } = NOT_CACHED[name] ?? { cache: '', columns: '' };
      return (live.get(table) ?? []).flatMap((column) => {
        const [isListed, isLeftOut] = [listed.includes(column), notCached.split(/\s+/).includes(column)];
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

it('has the same profile fields in the dictionary as in responses', () => {
  expect(PROFILE_COLUMNS.map(camel).sort(), 'contract/profiles/profile-fields.ts').toEqual(
    Object.keys(profileFields).sort(),
  );
});

/** Describes how the erasure treats the rows of a table. */
function erasureText(step: Erasure): string {
  if ('with' in step) return `with \`${step.with}\``;
  if ('withHandle' in step) return `with the handle, ${step.withHandle}`;
  if ('ofPerson' in step) return step.set ? `emptied of the address: ${Object.keys(step.set)}` : 'with the person';
  return 'emptied' in step ? 'emptied' : `kept: ${step.kept}`;
}

function retentionText({ days, reason, set }: Retention): string {
  const time = days === 1 ? '1 day' : days < 1 ? '' : `${days} days`;
  return [...(set ? [`without \`${Object.keys(set).join('`, `')}\``] : []), time, reason].filter(Boolean).join(' ');
}

it('draws docs/held-data.md; run with -u after a change', async () => {
  const rows = TABLE_LIST.map(([table, { views = [], erasure, retention = [] }]) => {
    const exported = views.map(({ at }) => `\`${at}\``).join(', ');
    return `| \`${table}\` | ${exported} | ${erasure.map(erasureText).join('; ')} | ${retention.map(retentionText).join('; ')} |`;
  });
  const text = `# What each table holds, and how long

Drawn from the data dictionary (\`server/held-data/tables/\`) by \`vitest run server/held-data -u\`; each file also says which columns are
exported, or why not. Old rows are deleted by the nightly job, unless the file names another.

| table | in the account export | erased | kept for |
|---|---|---|---|
${rows.join('\n')}
`;
  await expect(text).toMatchFileSnapshot('../../docs/held-data.md');
});
