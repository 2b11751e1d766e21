import { type Kysely, sql } from 'kysely';

/** Tables of counts, partitioned by time: their key of time, the unit of a partition, and the units kept before the current one. */
const PARTITIONED = [
  { table: 'page_hours', key: 'hour', unit: 'month', kept: 2 },
  { table: 'page_days', key: 'day', unit: 'month', kept: 25 },
  { table: 'page_counts', key: 'day', unit: 'month', kept: 25 },
  { table: 'page_visitors', key: 'day', unit: 'day', kept: 0 },
];

/** Views, visitors and clicks of public pages, and mail of handles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys: a batch of counts would lock every handle that it counts. Erasure deletes the rows by handle_id.
  await sql`
    create table page_hours (
      handle_id integer not null,
      -- Start of the hour; start of the day (UTC) for handles without analytics, which only count views.
      hour timestamptz not null,
      views integer not null default 0,
      -- Visitors whose first view of the day was in this hour.
      visitors integer not null default 0,
      clicks integer not null default 0,
      received integer not null default 0,
      sent integer not null default 0,
      primary key (handle_id, hour)
    ) partition by range (hour)`.execute(db);
  await sql`
    create table page_days (
      handle_id integer not null,
      -- In UTC.
      day date not null,
      views integer not null,
      visitors integer not null,
      clicks integer not null,
      received integer not null,
      sent integer not null,
      primary key (handle_id, day)
    ) partition by range (day)`.execute(db);
  await sql`
    create table page_counts (
      handle_id integer not null,
      day date not null,
      kind text not null check (kind in ('referrer', 'country', 'device', 'campaign', 'click')),
      -- Empty for the sum of all names above the limit of a day.
      name text not null,
      count integer not null,
      primary key (handle_id, day, kind, name)
    ) partition by range (day)`.execute(db);
  await sql`
    create table page_visitors (
      handle_id integer not null,
      day date not null,
      -- The first 8 bytes of a salted hash; the salt and these rows are deleted at the end of the day.
      hash bigint not null,
      primary key (handle_id, day, hash)
    ) partition by range (day)`.execute(db);
  await sql`
    create table visitor_salts (
      day date primary key,
      salt bytea not null
    )`.execute(db);
  await sql`
    create table analytics_state (
      id boolean primary key default true check (id),
      -- page_days has the days before this one; page_hours has the totals of later days.
      rolled_up_until date not null,
      -- Mail that was received before this moment is counted.
      mail_until timestamptz
    )`.execute(db);
  await sql`insert into analytics_state (rolled_up_until) values ('2000-01-01')`.execute(db);
  await sql`
    create table view_imports (
      -- SHA-256 of the file: a file is imported once.
      sha256 bytea primary key,
      name text not null,
      -- Number of lines counted so far, from which an interrupted import continues.
      lines bigint not null default 0,
      views bigint not null default 0,
      -- Days that occur in the file.
      days date[] not null default '{}',
      started_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db);

  // A separate schema, because tools that list tables must see each table once.
  await sql`create schema if not exists partitions`.execute(db);
  for (const { table } of PARTITIONED) {
    await sql`create table ${sql.id('partitions', `${table}_default`)} partition of ${sql.id(table)} default`.execute(
      db,
    );
  }
  await sql.raw(CREATE_PARTITIONS).execute(db);
}

/**
 * Creates the partitions of a table from today's to two units ahead, and those of rows in the default partition, which a restore
 * fills; then drops those that are too old. With the rights of the owner, because the service may not change tables. Gives up
 * after three seconds if a backup reads the table, since writes wait meanwhile.
 */
const CREATE_PARTITIONS = `
create function maintain_partitions(of_table text, today date) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '3s' as $$
declare
  t record;
  begins date;
  ends date;
  oldest date;
  part text;
  wanted date[];
  expired text[];
begin
  select * into strict t from (values
    ${PARTITIONED.map(({ table, key, unit, kept }) => `('${table}', '${key}', '${unit}', ${kept})`).join(', ')}
  ) as p (name, key, unit, kept) where name = of_table;
  oldest := date_trunc(t.unit, today) - (t.kept || ' ' || t.unit)::interval;
  execute format($q$select array(select distinct date_trunc(%L, %I)::date from partitions.%I
      union select generate_series(date_trunc(%L, $1), date_trunc(%L, $1) + ('2 ' || %L)::interval, ('1 ' || %L)::interval)::date
      order by 1)$q$, t.unit, t.key, t.name || '_default', t.unit, t.unit, t.unit, t.unit)
    into wanted using today::timestamp;
  wanted := array(select w from unnest(wanted) w
    where to_regclass('partitions.' || t.name || '_' || to_char(w, 'YYYYMMDD')) is null);
  expired := array(select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('public.' || t.name)::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < oldest);
  if wanted = '{}' and expired = '{}' then return; end if;
  -- Also locks the partitions, in the order in which writers lock them.
  execute format('lock table public.%I in access exclusive mode', t.name);
  foreach begins in array wanted loop
    ends := begins + ('1 ' || t.unit)::interval;
    part := t.name || '_' || to_char(begins, 'YYYYMMDD');
    if begins < oldest then
      execute format('delete from partitions.%I where %I >= %L and %I < %L', t.name || '_default', t.key, begins, t.key, ends);
      continue;
    end if;
    execute format('create table partitions.%I (like public.%I including all)', part, t.name);
    execute format('with moved as (delete from partitions.%I where %I >= %L and %I < %L returning *)
      insert into partitions.%I select * from moved', t.name || '_default', t.key, begins, t.key, ends, part);
    execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)',
      t.name, part, begins, ends);
  end loop;
  foreach part in array expired loop
    execute format('drop table partitions.%I', part);
  end loop;
end $$`;
