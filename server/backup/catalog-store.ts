import pg from 'pg';
import type { ArchivedTable } from './archive-format.ts';

/** The schemas that belong to Nameplate: its own tables, and those of the job queue. */
const SCHEMAS = ['public', 'graphile_worker'];

/** Returns the name of a relation as SQL. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

const NOT_OF_EXTENSION = (id: string, catalog: string) => `not exists (select from pg_depend
  where classid = '${catalog}'::regclass and objid = ${id} and deptype = 'e')`;

/**
 * Returns every table with its stored columns, by name. Generated columns are left out: the database computes them. A
 * partitioned table is listed as one table: its partitions depend on the date, and a restore fills the default one.
 */
export async function readTables(client: pg.Client): Promise<ArchivedTable[]> {
  const { rows } = await client.query<ArchivedTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and ${NOT_OF_EXTENSION('c.oid', 'pg_class')}
    group by n.nspname, c.relname order by n.nspname desc, c.relname collate "C"`,
    [SCHEMAS],
  );
  return rows;
}

/** Returns every sequence, by name. */
export async function readSequenceNames(client: pg.Client): Promise<{ schema: string; name: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind = 'S' and ${NOT_OF_EXTENSION('c.oid', 'pg_class')}
    order by n.nspname desc, c.relname collate "C"`,
    [SCHEMAS],
  );
  return rows;
}

/** Returns the names of the applied migrations, oldest first; empty for a database without tables of Nameplate. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select where to_regclass('public.kysely_migration') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from public.kysely_migration order by name collate "C"',
  );
  return rows.map(({ name }) => name);
}

/** Returns the number of the last migration of the job queue's tables. */
export async function readJobQueueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from graphile_worker.migrations',
  );
  return rows[0]?.id ?? 0;
}

/** Returns the statements that drop all of Nameplate's objects from the database. Objects of extensions stay. */
export async function readDropStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select 'drop schema graphile_worker cascade' as statement where to_regnamespace('graphile_worker') is not null
    union all select format('drop %s public.%I cascade',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.relname)
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not c.relispartition and ${NOT_OF_EXTENSION('c.oid', 'pg_class')}
    union all select format('drop sequence if exists public.%I cascade', c.relname)
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and ${NOT_OF_EXTENSION('c.oid', 'pg_class')}
    union all select format('drop routine if exists public.%I(%s) cascade', p.proname,
        pg_get_function_identity_arguments(p.oid))
      from pg_proc p where p.pronamespace = 'public'::regnamespace and ${NOT_OF_EXTENSION('p.oid', 'pg_proc')}
    union all select format('drop type if exists public.%I cascade', t.typname)
      from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')
        and ${NOT_OF_EXTENSION('t.oid', 'pg_type')}`,
  );
  // A cascade may already have dropped a view.
  return rows.map(({ statement }) => statement.replace(/^drop (view|materialized view|table) /, 'drop $1 if exists '));
}

/** A foreign key: the statements that drop and create it. */
export interface ForeignKey {
  drop: string;
  create: string;
}

export async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as create
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = any($1)`,
    [SCHEMAS],
  );
  return rows;
}

/** A trigger: the statements that disable it and restore its state (some triggers also fire in replicas). */
export interface Trigger {
  disable: string;
  enable: string;
}

export async function readTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname) as disable,
      format('alter table %I.%I enable %s trigger %I', n.nspname, c.relname,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as enable
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname = any($1)`,
    [SCHEMAS],
  );
  return rows;
}

/** Returns the tables in which row-level security may hide rows from this role. */
export async function readHiddenTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relrowsecurity and row_security_active(c.oid)
      and not exists (select from pg_policy p, unnest(p.polroles) as granted
        where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
          and pg_get_expr(p.polqual, p.polrelid) = 'true' and (granted = 0 or pg_has_role(granted, 'usage')))
    order by c.relname`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}
