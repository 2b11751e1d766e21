import { type Kysely, sql } from 'kysely';

/**
 * The function of 0025 locked `handles` in two steps while it attached the first partition, and an edit between them failed as a
 * deadlock. Only its locks change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(MAINTAIN).execute(db);
}

/** The released migration 0026 calls the function, so its transaction replaces the function first. */
export const mends = { '0026_delivery_log_boundary': up };

/**
 * Creates the partitions of this week and the next two, and drops those of which a record is \`kept_days\` old. With the rights of
 * the owner, because the service may not change tables. Waits for a lock less than deadlock_timeout, so that it gives way before a
 * transaction that waits for it fails.
 */
const MAINTAIN = `
create or replace function maintain_delivery_partitions(today date, kept_days integer) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  is_attached constant boolean := exists (select from pg_inherits where inhrelid = 'partitions.flights_default'::regclass);
  until_name constant text := (select relname from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'public.flights'::regclass and relname like 'flights\\_until\\_%');
  until_date constant date := to_date(right(until_name, 8), 'YYYYMMDD');
  is_proven constant boolean := exists (select from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relname = until_name and c.relnamespace = 'partitions'::regnamespace and k.conname = 'flights_until' and k.convalidated);
  wanted date[];
  expired text[];
  begins date;
  low text;
  high text;
  part text;
begin
  if not is_attached and not is_proven then return; end if;
  wanted := array(select w::date from generate_series(date_trunc('week', today::timestamp),
      date_trunc('week', today::timestamp) + interval '2 weeks', interval '1 week') w
    where w::date >= coalesce(until_date, w::date) and to_regclass('partitions.flights_' || to_char(w, 'YYYYMMDD')) is null);
  expired := array(select relname from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'public.flights'::regclass and relname ~ '_[0-9]{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') + kept_days <= today);
  if is_attached and wanted = '{}' and expired = '{}' then return; end if;
  -- In the order in which transactions of the service lock them. The foreign key of a new partition locks handles. In one step:
  -- if one transaction strengthens its lock, PostgreSQL ends another one that changes a handle after reading it.
  if is_attached then lock table public.handles in share row exclusive mode;
  else lock table public.handles in access exclusive mode; end if;
  lock table public.flights in access exclusive mode;
  if not is_attached then
    low := first_delivery_id(until_date::timestamptz);
    execute format('alter table public.flights detach partition partitions.%I', until_name);
    execute format('alter table public.flights attach partition partitions.%I for values from (minvalue) to (%L)', until_name, low);
    alter table public.flights attach partition partitions.flights_default default;
  end if;
  foreach begins in array wanted loop
    part := 'flights_' || to_char(begins, 'YYYYMMDD');
    low := first_delivery_id(begins::timestamptz);
    high := first_delivery_id((begins + 7)::timestamptz);
    execute format('create table partitions.%I (like public.flights including all)', part);
    execute format('with moved as (delete from partitions.flights_default where id >= %L and id < %L returning *)
      insert into partitions.%I select * from moved', low, high, part);
    execute format('alter table public.flights attach partition partitions.%I for values from (%L) to (%L)', part, low, high);
  end loop;
  foreach part in array expired loop
    execute format('drop table partitions.%I', part);
  end loop;
end $$`;
