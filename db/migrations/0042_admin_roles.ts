import { type Kysely, sql } from 'kysely';

/**
 * Roles of administrators. `is_admin` keeps its meaning for the release before, where such an account may do everything: it
 * marks owners. `admin_role` has any other role, which that release does not know, so that it gives no right there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts add admin_role text
      check (admin_role in ('support', 'moderation', 'mail', 'finance', 'reader'))`.execute(db);
  await sql`alter table admin_acts add actor_role text`.execute(db);
}
