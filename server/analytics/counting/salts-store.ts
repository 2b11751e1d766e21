import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns the salt of a day that every process uses. The first process to ask stores its own. */
export async function shareSalt(db: Queryable, date: string, salt: Buffer): Promise<Buffer> {
  await sql`insert into visitor_salts (day, salt) values (${date}::date, ${salt}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`select salt from visitor_salts where day = ${date}::date`.execute(db);
  return rows[0]?.salt ?? salt;
}
