import type pg from 'pg';
import { OutcomeUnknown } from '../../../mail/host/queue-store.ts';

/** Does the work in one transaction. Rejects with OutcomeUnknown where its commit was sent and never answered. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('begin');
    let result: T;
    try {
      result = await work(client);
    } catch (error) {
      await client.query('rollback').catch(() => breakClient(client));
      throw error;
    }
    const { command } = await committing(client, 'commit');
    if (command !== 'COMMIT') throw Object.assign(new Error('The transaction was rolled back'), { code: '40000' });
    return result;
  });
}

/** One statement that commits by itself: one round trip. Rejects with OutcomeUnknown as a transaction does. */
export async function commitAtOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult<Row>> {
  return withClient(pool, (client) => committing<Row>(client, statement));
}

const broken = new WeakSet<pg.PoolClient>();
const breakClient = (client: pg.PoolClient) => void broken.add(client);

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore); // the query under way reports it
  try {
    return await work(client);
  } finally {
    client.removeListener('error', ignore);
    client.release(broken.has(client));
  }
}

const ignore = () => {};

async function committing<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: string | { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(statement as string);
  } catch (error) {
    if (surelyFailed(error)) throw error;
    breakClient(client);
    throw new OutcomeUnknown('Commit without an answer', { cause: error });
  }
}

/**
 * Whether the database itself said that the commit did not happen. A lost connection (08, 57) says nothing, and neither
 * does a server that falls over because its disk failed (58, XX; FATAL, PANIC): its log may hold the commit all the same,
 * and is played back at the next start.
 */
export function surelyFailed(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57|58|XX)/.test(code);
}
