import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Queryable } from './database.ts';

/** A statement under a name, which always has the same text. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Runs a statement and returns its rows. */
export type RunStatement = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

/** Runs statements that each connection parses and plans once: planning a long one costs as much as running it. */
export function prepared(pool: pg.Pool): RunStatement {
  return async <Row extends pg.QueryResultRow>(statement: Statement) => (await pool.query<Row>(statement)).rows;
}

/** Runs statements on a database or in its transaction. */
export function unprepared(db: Queryable): RunStatement {
  return async <Row>({ text, values }: Statement) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}
