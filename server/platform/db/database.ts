import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../../db/schema.ts';
import { ClientWithTimeout, PooledClient } from './client-with-timeout.ts';

export type Database = Kysely<DB>;
/** A handle on the database inside or outside a transaction. */
export type Queryable = Database | Transaction<DB>;
export type { Transaction } from 'kysely';

/**
 * Opens a pool. Connections are made on first use; a server that can't be reached makes the query reject. `pooled`: there is
 * a transaction pooler in between, whose connections keep neither prepared statements nor settings.
 */
export function openPool(connectionString: string, max = 20, pooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5000,
    // Opening one costs as much as some hundred queries.
    idleTimeoutMillis: 300_000,
    ...(pooled ? { Client: PooledClient } : { statement_timeout: 30_000, Client: ClientWithTimeout }),
  });
  // An idle connection that breaks is replaced; the query that needed it, if any, has its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Whether an error means that the database could not be asked at all, rather than that it refused. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string')
    return /connection (terminated|timeout)|timeout exceeded when trying to connect|query read timeout/i.test(
      error.message,
    );
  // 08: connection; 28, 3D: refused or not there at connecting; 53: resources; 57P0x: shutting down; the rest are the socket's.
  return (
    /^(08|28|3D|53|57P0)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOENT', 'EPIPE'].includes(code)
  );
}
