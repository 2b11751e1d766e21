import { sql } from 'kysely';
import { DAY } from '../../contract/time.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Retention, RetentionJob, TableName } from './table.ts';
import { TABLE_LIST, TABLES } from './tables.ts';

/** Deletes expired rows from the tables of a job, one table after the other. */
export async function deleteOldRows(db: Queryable, now: Date, job: RetentionJob): Promise<void> {
  for (const [table, { retention = [] }] of TABLE_LIST) {
    for (const rule of retention) if ((rule.job ?? 'nightly') === job) await apply(db, table, rule, now);
  }
}

/** Deletes expired rows from one table. */
export async function deleteOldRowsOf(db: Queryable, table: TableName, now: Date): Promise<void> {
  for (const rule of TABLES[table].retention ?? []) await apply(db, table, rule, now);
}

/** Runs one statement, or one for each batch, each in its own transaction. */
async function apply(db: Queryable, table: TableName, rule: Retention, now: Date): Promise<void> {
  const { column, where, and, set, batch } = rule;
  if (rule.by !== undefined) return;
  const before = new Date(now.getTime() - rule.days * DAY);
  const age = where ? where({ before, now }) : sql`${sql.id(column ?? '')} < ${before}`;
  const condition = and ? sql`${age} and ${and}` : age;
  const target = sql.table(table);
  if (set) {
    const values = Object.keys(set).map((name) => sql`${sql.id(name)} = null`);
    await sql`update ${target} set ${sql.join(values)} where ${condition}`.execute(db);
  } else if (batch) {
    const old = sql`select id from ${target} where ${condition} order by ${sql.id(column ?? '')} limit ${batch}`;
    for (let deleted = batch; deleted === batch; ) {
      deleted = Number((await sql`delete from ${target} where id in (${old})`.execute(db)).numAffectedRows ?? 0);
    }
  } else {
    await sql`delete from ${target} where ${condition}`.execute(db);
  }
}
