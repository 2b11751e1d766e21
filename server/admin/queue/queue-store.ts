import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** The destinations with the most copies waiting; no more than so many. */
export async function readQueue(db: Queryable, most: number) {
  const { rows: totals } = await sql<{ count: number; held: number; oldest: Date | null }>`
    select count(*)::integer as count, count(*) filter (where r.held)::integer as held, min(m.created_at) as oldest
    from mail_recipients r join mail_messages m on m.id = r.message_id`.execute(db);
  const { rows: destinations } = await sql<{
    domain: string;
    count: number;
    oldest: Date;
    next_try: Date;
    last_words: string | null;
  }>`
    select r.domain, count(*)::integer as count, min(m.created_at) as oldest, min(r.next_try_at) as next_try,
      (array_agg(r.last_words order by r.attempts desc, r.id) filter (where r.last_words is not null))[1] as last_words
    from mail_recipients r join mail_messages m on m.id = r.message_id
    group by r.domain order by 2 desc, 3 limit ${most}`.execute(db);
  return { totals: totals[0], destinations };
}

/** What mail has raised an alarm about, the latest first. */
export async function readAlarms(db: Queryable, most: number) {
  return db.selectFrom('mail_alarms').selectAll().orderBy('last_at', 'desc').limit(most).execute();
}
