import { type Kysely, sql } from 'kysely';

/**
 * The delivery log by week. Ids begin with their time (`mail/message/message-id.ts`), so the primary key can be the key of the
 * partitions, and the statements of earlier releases run unchanged. The table that exists becomes the partition of all ids before
 * `boundary`; 0026 proves that, without stopping writers while every row is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FIRST_DELIVERY_ID).execute(db);
  await sql.raw(MAINTAIN).execute(db);
  // In the order in which transactions of the service lock them.
  await sql`lock table handles, flights in access exclusive mode`.execute(db);
  const { rows } = await sql<{ name: string; boundary: string }>`
    with week as (select date_trunc('week', now() at time zone 'UTC')::date + 14 as next)
    select 'flights_until_' || to_char(next, 'YYYYMMDD') as name,
      first_delivery_id(next::timestamp at time zone 'UTC') as boundary from week`.execute(db);
  const [{ name, boundary } = { name: '', boundary: '' }] = rows;
  const until = sql.id('partitions', name);

  await sql`alter table flights set schema partitions`.execute(db);
  await sql`alter table partitions.flights rename to ${sql.id(name)}`.execute(db);
  await sql`
    create table flights (
      -- Id of the copy; a message to two handles has two rows. It begins with its time.
      id text primary key,
      -- Null for role mailboxes.
      handle_id integer references handles on delete cascade,
      recipient text not null,
      sender text not null,
      author text not null,
      subject text,
      client text not null,
      size bigint not null,
      state text not null
        check (state in ('under-way', 'delivered', 'handed-on', 'queued', 'refused', 'dropped', 'returned')),
      received_at timestamptz not null,
      -- The delivery events with their times, in no particular order.
      events jsonb not null,
      direction text not null default 'received' check (direction in ('received', 'sent'))
    ) partition by range (id)`.execute(db);
  await sql`create index flights_of_handle on flights (handle_id, received_at desc, id desc)`.execute(db);
  await sql`create index flights_received_at on flights (received_at)`.execute(db);
  await sql`
    do $$ declare granted record; begin
      for granted in
        select a.grantee, a.privilege_type from pg_class c, aclexplode(c.relacl) a
        where c.oid = ${sql.lit(`partitions.${name}`)}::regclass and a.grantee <> 0 and a.grantee <> c.relowner
      loop
        execute format('grant %s on flights to %s', granted.privilege_type, granted.grantee::regrole);
      end loop;
    end $$`.execute(db);

  // Takes rows without another partition: after two weeks without a process of the role jobs, or with a wrong clock.
  await sql`drop table if exists partitions.flights_default`.execute(db);
  await sql`create table partitions.flights_default (like flights including all)`.execute(db);
  await sql`with moved as (delete from ${until} where id >= ${sql.lit(boundary)} returning *)
    insert into partitions.flights_default select * from moved`.execute(db);
  await sql`alter table ${until} add constraint flights_until check (id < ${sql.lit(boundary)}) not valid`.execute(db);
  // The default partition for now, because only this attachment does not read every row.
  await sql`alter table flights attach partition ${until} default`.execute(db);
}

const FIRST_DELIVERY_ID = `
create function first_delivery_id(at timestamptz) returns text language sql stable as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    1 + ((floor(extract(epoch from at) * 1000)::bigint >> (5 * place)) & 31)::integer, 1), '' order by place desc)
  from generate_series(0, 9) as place
$$`;

/**
 * Creates the partitions of this week and the next two, and drops those of which a record is \`kept_days\` old. With the rights of
 * the owner, because the service may not change tables. Waits for a lock less than deadlock_timeout, so that it gives way before a
 * transaction that waits for it fails.
 */
const MAINTAIN = `
create function maintain_delivery_partitions(today date, kept_days integer) returns void
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
  -- In the order in which transactions of the service lock them. The foreign key of a new partition locks handles.
  lock table public.handles in share row exclusive mode;
  if not is_attached then lock table public.handles in access exclusive mode; end if;
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
