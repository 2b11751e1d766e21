import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** How much of a file has been imported. */
export interface ImportState {
  lines: number;
  views: number;
  finished: boolean;
}

/** Returns the import state of a file, and creates it for a new file. */
export async function beginImport(db: Queryable, sha256: Buffer, name: string): Promise<ImportState> {
  await sql`insert into view_imports (sha256, name) values (${sha256}, ${name}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ lines: string; views: string; finished: boolean }>`
    select lines, views, finished_at is not null as finished from view_imports where sha256 = ${sha256}`.execute(db);
  const [row] = rows;
  return { lines: Number(row?.lines ?? 0), views: Number(row?.views ?? 0), finished: row?.finished ?? false };
}

/** Records lines as imported, in the transaction that writes their counts. Returns false if another import did it first. */
export async function advanceImport(
  trx: Transaction<DB>,
  sha256: Buffer,
  { from, lines, views, days }: { from: number; lines: number; views: number; days: string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update view_imports set lines = ${lines}, views = views + ${views},
      days = array(select distinct d from unnest(days || ${days}::date[]) as d order by 1)
    where sha256 = ${sha256} and lines = ${from} and finished_at is null`.execute(trx);
  return numAffectedRows === 1n;
}

export async function finishImport(db: Queryable, sha256: Buffer, now: Date): Promise<void> {
  await sql`update view_imports set finished_at = ${now} where sha256 = ${sha256}`.execute(db);
}
