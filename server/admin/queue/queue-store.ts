import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Returns the totals of the queue and up to `max` destinations, those with the most waiting copies first. */
export async function readWaitingMail(db: Queryable, max: number) {
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
    group by r.domain order by 2 desc, 3 limit ${max}`.execute(db);
  return { totals: totals[0], destinations };
}

/** Returns up to `max` alarms about mail, latest first. */
export async function readAlarms(db: Queryable, max: number) {
  return db.selectFrom('mail_alarms').selectAll().orderBy('last_at', 'desc').limit(max).execute();
}
