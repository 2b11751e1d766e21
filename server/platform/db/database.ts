import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../../db/schema.ts';
import { ClientWithTimeout, PooledClient } from './client-with-timeout.ts';

export type Database = Kysely<DB>;
/** The database, inside or outside a transaction. */
export type Queryable = Database | Transaction<DB>;
export type { Transaction } from 'kysely';

/**
 * Opens a pool. Connections are opened on first use; if the server cannot be reached, the query rejects. `pooled` states that
 * the URL leads to a transaction pooler, whose connections keep neither prepared statements nor settings.
 */
export function openPool(connectionString: string, max = 20, pooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5000,
    // Opening a connection costs as much as several hundred queries.
    idleTimeoutMillis: 300_000,
    ...(pooled ? { Client: PooledClient } : { statement_timeout: 30_000, Client: ClientWithTimeout }),
  });
  // A broken idle connection is replaced, and a query that needed it gets its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Returns whether an error means that the database could not be reached, rather than that it rejected the query. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string')
    return /connection (terminated|timeout)|timeout exceeded when trying to connect|query read timeout/i.test(
      error.message,
    );
  // 08: connection; 28, 3D: role or database rejected on connect; 53: resources; 57P0x: shutdown; the rest are socket errors.
  return (
    /^(08|28|3D|53|57P0)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOENT', 'EPIPE'].includes(code)
  );
}
