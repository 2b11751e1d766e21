import type pg from 'pg';
import { OutcomeUnknown } from '../../../mail/host/queue-store.ts';

/** Runs the work in one transaction. Rejects with OutcomeUnknown if the commit was sent but no result arrived. */
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
    const { command } = await commit(client, 'commit');
    if (command !== 'COMMIT') throw Object.assign(new Error('The transaction was rolled back'), { code: '40000' });
    return result;
  });
}

/** Runs one statement that commits by itself, in one round trip. Rejects with OutcomeUnknown in the same case. */
export async function commitStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult<Row>> {
  return withClient(pool, (client) => commit<Row>(client, statement));
}

const broken = new WeakSet<pg.PoolClient>();
const breakClient = (client: pg.PoolClient) => void broken.add(client);

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignore); // the running query reports it
  try {
    return await work(client);
  } finally {
    client.removeListener('error', ignore);
    client.release(broken.has(client));
  }
}

const ignore = () => {};

async function commit<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: string | { name: string; text: string; values: unknown[] },
): Promise<pg.QueryResult<Row>> {
  try {
    return await client.query<Row>(statement as string);
  } catch (error) {
    if (provesFailure(error)) throw error;
    breakClient(client);
    throw new OutcomeUnknown('No result of the commit arrived', { cause: error });
  }
}

/**
 * Returns whether the error proves that the commit did not happen. A lost connection (SQLSTATE class 08, 57) proves
 * nothing. Neither does a crash of the server after a disk failure (58, XX; FATAL, PANIC): its write-ahead log may
 * contain the commit and is replayed at the next start.
 */
export function provesFailure(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57|58|XX)/.test(code);
}
