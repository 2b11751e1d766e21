import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { hasFeature } from '../../handle-access/entitlement-store.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

const HAS_ANALYTICS = hasFeature('analytics', sql.ref('h'));

const PARTITIONED = ['page_hours', 'page_days', 'page_counts', 'page_visitors'] as const;

/**
 * Creates the partitions of the next months and days, and drops those that are too old. This locks the table, so each
 * table needs its own transaction.
 */
export async function maintainPartitions(db: Queryable, today: string): Promise<void> {
  for (const table of PARTITIONED) {
    await sql`select maintain_partitions(${table}, ${today}::date)`.execute(db);
  }
}

/** Deletes the salts of days that have ended. */
export async function deleteSaltsBefore(db: Queryable, today: string): Promise<void> {
  await sql`delete from visitor_salts where day < ${today}::date`.execute(db);
}

/** Returns how far days are rolled up and mail is counted, and locks that row for the rest of the transaction. */
export async function lockState(trx: Transaction<DB>): Promise<{ rolledUpUntil: string; mailUntil: Date | null }> {
  const { rows } = await sql<{ day: string; mail_until: Date | null }>`
    select rolled_up_until::text as day, mail_until from analytics_state for update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('analytics_state has no row');
  return { rolledUpUntil: row.day, mailUntil: row.mail_until };
}

/**
 * Counts the mail of whole hours in the delivery log. Counts are set, not added, so an hour can be counted again. Mail
 * that we refused or dropped is left out.
 */
export async function countMail(trx: Transaction<DB>, from: Date, until: Date): Promise<void> {
  await sql`
    insert into page_hours as p (handle_id, hour, received, sent)
    select f.handle_id, date_trunc('hour', f.received_at, 'UTC') as hour,
      count(*) filter (where f.direction = 'received' and f.state not in ('refused', 'dropped')),
      count(*) filter (where f.direction = 'sent' and f.state not in ('refused', 'dropped'))
    from flights f join handles h on h.id = f.handle_id
    where f.received_at >= ${from} and f.received_at < ${until}
      and h.state = 'active' and ${HAS_ANALYTICS}
    group by 1, 2 order by 1, 2
    on conflict (handle_id, hour) do update set received = excluded.received, sent = excluded.sent
      where (p.received, p.sent) is distinct from (excluded.received, excluded.sent)`.execute(trx);
  await sql`update analytics_state set mail_until = ${until}`.execute(trx);
}

/** Writes the totals of these days from their hours. It overwrites earlier totals, so a day can be rolled up again. */
export async function rollUp(trx: Transaction<DB>, from: string, until: string): Promise<void> {
  await sql`
    insert into page_days (handle_id, day, views, visitors, clicks, received, sent)
    select p.handle_id, (p.hour at time zone 'UTC')::date as day,
      sum(p.views), sum(p.visitors), sum(p.clicks), sum(p.received), sum(p.sent)
    from page_hours p join handles h on h.id = p.handle_id
    where p.hour >= ${`${from}T00:00:00Z`}::timestamptz and p.hour < ${`${until}T00:00:00Z`}::timestamptz
      and ${HAS_ANALYTICS}
    group by 1, 2 order by 1, 2
    on conflict (handle_id, day) do update set views = excluded.views, visitors = excluded.visitors,
      clicks = excluded.clicks, received = excluded.received, sent = excluded.sent`.execute(trx);
}

/** Records the first day that is not rolled up yet. */
export async function setRolledUpUntil(trx: Transaction<DB>, day: string): Promise<void> {
  await sql`update analytics_state set rolled_up_until = ${day}::date`.execute(trx);
}
