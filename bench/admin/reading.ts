import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { type Database, openPool } from '../../server/platform/db/database.ts';

/** One way in which a list is read. */
export interface Reading {
  what: string;
  /** Answers how many items there were. */
  read: (db: Database) => Promise<number>;
  /** Whether the goal for pages holds; left out, it does. */
  isGoal?: false;
}

/** Times a reading at the database (all its queries, parsing and planning included) and says by which paths it goes. */
export async function measureReading(
  connectionString: string,
  { read }: Reading,
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
    // Once unmeasured: the goal is about the work, not about a cold disk.
    const found = await read(db);
    const seen = queries;
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      [spent, queries] = [0, []];
      await read(db);
      times.push(spent);
    }
    const paths = new Set<string>();
    for (const query of seen) for (const path of await pathsOf(db, query)) paths.add(path);
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

/** The indexes that a query's plan uses, and the tables it reads from end to end. */
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

/** A value of the first row that an SQL text finds. */
export async function lookUp(db: Database, text: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`${sql.raw(text)}`.execute(db);
  return rows[0]?.value ?? '';
}
