import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type Database, openPool } from '../../server/platform/db/database.ts';

/** One request for a page of a list. */
export interface ListQuery {
  what: string;
  /** Returns the number of items. */
  read: (db: Database) => Promise<number>;
  /** False if the time limit of pages does not apply. */
  isGoal?: false;
}

/**
 * Measures the database time of a list request: all its queries, including parsing and planning. Also returns the
 * access paths.
 */
export async function measureListQuery(
  connectionString: string,
  { read }: ListQuery,
  runs: number,
): Promise<{ times: number[]; found: number; paths: string[] }> {
  let spent = 0;
  let queries: CompiledQuery[] = [];
  const pool = openPool(connectionString, 1);
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, queryDurationMillis }) => {
      spent += queryDurationMillis;
      queries.push(query as CompiledQuery);
    },
  });
  try {
    // The first read is not measured, because it may wait for a cold disk.
    const found = await read(db);
    const firstQueries = queries;
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      [spent, queries] = [0, []];
      await read(db);
      times.push(spent);
    }
    const paths = new Set<string>();
    for (const query of firstQueries) for (const path of await pathsOf(db, query)) paths.add(path);
    return { times, found, paths: [...paths] };
  } finally {
    await db.destroy();
  }
}

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Returns the indexes in a query's plan, and the tables that it scans sequentially. */
async function pathsOf(db: Kysely<DB>, query: CompiledQuery): Promise<string[]> {
  const explained = { ...query, sql: `explain (format json) ${query.sql}` };
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
  const paths: string[] = [];
  const visit = (plan: Plan): void => {
    if (plan['Index Name']) paths.push(plan['Index Name']);
    if (plan['Node Type'].includes('Seq Scan')) paths.push(`ALL OF ${plan['Relation Name']}`);
    plan.Plans?.forEach(visit);
  };
  for (const row of rows) visit(row['QUERY PLAN'][0].Plan);
  return paths;
}

/** Returns `value` of the first row of an SQL query. */
export async function lookUp(db: Database, query: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`${sql.raw(query)}`.execute(db);
  return rows[0]?.value ?? '';
}
