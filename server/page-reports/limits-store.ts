import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** One report, as limits count it. */
export interface ReportUse {
  /** Whether or not a page of this name exists. */
  handle: string;
  /** Undefined if networks are not limited. */
  network: string | undefined;
}

/** What reports are counted by: about a page, from a network, or all of them. */
export type Counted = { by: 'page' | 'network' | 'all'; value: string };

/** Locks what reports are counted by for the rest of the transaction. */
export async function lockCounted(trx: Transaction<DB>, { by, value }: Counted): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`page report ${by} ${value}`}, 0))`.execute(trx);
}

/** Returns the times of the latest reports since a moment, the latest first; at most `max`. */
export async function usesSince(
  db: Queryable,
  { by, value }: Counted,
  { since, max }: { since: Date; max: number },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('page_report_uses')
    .select('used_at')
    .where('used_at', '>', since)
    .$if(by === 'page', (query) => query.where('handle', '=', value))
    .$if(by === 'network', (query) => query.where('network', '=', value))
    .orderBy('used_at', 'desc')
    .limit(max)
    .execute();
  return rows.map(({ used_at }) => used_at);
}

/** Whether a network has reported a page since a moment. */
export async function wasReported(db: Queryable, { handle, network }: ReportUse, since: Date): Promise<boolean> {
  if (network === undefined) return false;
  const found = await db
    .selectFrom('page_report_uses')
    .select('id')
    .where('handle', '=', handle)
    .where('network', '=', network)
    .where('used_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertUse(trx: Transaction<DB>, { handle, network }: ReportUse, at: Date): Promise<void> {
  await trx
    .insertInto('page_report_uses')
    .values({ handle, network: network ?? null, used_at: at })
    .execute();
}
