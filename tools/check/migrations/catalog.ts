import type pg from 'pg';

/** The parts of the schema `public` that older code depends on, by name. */
export interface Catalog {
  /** Tables, views and sequences. */
  relations: Record<string, string>;
  /** By `table.column`. */
  columns: Record<string, { table: string; type: string; required: boolean; filled: boolean }>;
  /** Constraints and unique indexes by `table.name`; `columns` are those that they check. */
  constraints: Record<string, { table: string; kind: ConstraintKind; definition: string; columns: string[] }>;
  /** Functions, triggers and values of enums. */
  others: string[];
}

export type ConstraintKind = 'check' | 'foreign key' | 'unique';

const RELATIONS = `
  select relname as name, case relkind when 'v' then 'view' when 'm' then 'view' when 'S' then 'sequence' else 'table' end as kind
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')`;

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as required, a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as filled
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`;

const CONSTRAINTS = `
  select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition,
    case c.contype when 'c' then 'check' when 'f' then 'foreign key' else 'unique' end as kind,
    array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey)) as columns
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where t.relnamespace = 'public'::regnamespace and c.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select t.relname, x.relname, pg_get_indexdef(x.oid), 'unique',
    array(select a.attname::text from pg_depend d join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
      where d.objid = x.oid and d.refobjid = t.oid and d.refobjsubid > 0)
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and i.indisunique
    and not exists (select from pg_constraint c where c.conindid = x.oid and c.contype in ('p', 'u', 'x'))`;

const OTHERS = `
  select 'function ' || p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select 'trigger ' || t.relname || '.' || g.tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid
  where t.relnamespace = 'public'::regnamespace and not g.tgisinternal
  union all
  select 'value ' || t.typname || '.' || e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid
  where t.typnamespace = 'public'::regnamespace`;

/** Reads the catalog of a database. */
export async function readCatalog(client: Pick<pg.Pool, 'query'>): Promise<Catalog> {
  const { rows: relations } = await client.query<{ name: string; kind: string }>(RELATIONS);
  const { rows: columns } = await client.query<Catalog['columns'][string] & { column: string }>(COLUMNS);
  const { rows: constraints } = await client.query<Catalog['constraints'][string] & { name: string }>(CONSTRAINTS);
  const { rows: others } = await client.query<{ name: string }>(OTHERS);
  return {
    relations: Object.fromEntries(relations.map(({ name, kind }) => [name, kind])),
    columns: Object.fromEntries(columns.map(({ column, ...rest }) => [`${rest.table}.${column}`, rest])),
    constraints: Object.fromEntries(constraints.map(({ name, ...rest }) => [`${rest.table}.${name}`, rest])),
    others: others.map(({ name }) => name),
  };
}
