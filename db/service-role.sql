-- The rights of the role with which Nameplate connects if another role owns the tables. `npm run migrate -- --grant
-- ROLE` replaces nameplate_service with the name of the role. The role can change neither the schema nor the audit log.
grant usage on schema public, graphile_worker to nameplate_service;
grant select, insert, update, delete on all tables in schema public, graphile_worker to nameplate_service;
grant usage, select on all sequences in schema public, graphile_worker to nameplate_service;
revoke update, delete on admin_acts from nameplate_service;
revoke insert, update, delete on kysely_migration, kysely_migration_lock, schema_changes from nameplate_service;
-- The tables of the job queue have row-level security: without a policy only their owner sees a row or adds one.
do $$
declare
  name text;
begin
  for name in
    select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
  loop
    execute format('drop policy if exists nameplate_service on graphile_worker.%I', name);
    execute format('create policy nameplate_service on graphile_worker.%I to nameplate_service using (true)', name);
  end loop;
end $$;
