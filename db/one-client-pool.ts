import { EventEmitter } from 'node:events';
import pg from 'pg';

const BEGIN = /^\s*(?:begin|start transaction)\b/i;
const END = /^\s*(?:commit|rollback)\b/i;
const CREATE_ENUM = /^\s*create type (\w{1,63}) as enum\b/i;
const ADD_VALUE = /^\s*alter type (\w{1,63}) add value\b/i;
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/**
 * A pool whose only connection is `client`, on which the caller has begun a transaction: everything takes effect with the caller's
 * commit, or not at all. Transactions inside it are ignored; an error in one must make the caller roll back. Other statements may
 * fail, such as a query whether a table exists, so each has a savepoint.
 *
 * PostgreSQL before 17 allows no use of an enum value in the transaction that adds it to a type. With `enums`, the types are
 * created with all of their values, which are then not added.
 */
export function oneClientPool(client: pg.Client, enums?: ReadonlyMap<string, string[]>): pg.Pool {
  let isInside = false;
  let failure: Error | undefined;
  const run = (args: unknown[]) => (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);

  async function query(first: unknown, ...rest: unknown[]): Promise<unknown> {
    const text = typeof first === 'string' ? first : '';
    if (BEGIN.test(text) || END.test(text)) {
      isInside = BEGIN.test(text);
      return NOTHING;
    }
    const values = enums?.get(CREATE_ENUM.exec(text)?.[1] ?? '');
    const args = values ? [createEnum(text, values)] : [first, ...rest];
    if (enums?.has(ADD_VALUE.exec(text)?.[1] ?? '')) return NOTHING;
    if (isInside) {
      return run(args).catch((error: Error) => {
        failure ??= error;
        throw error;
      });
    }
    // The transaction is lost; what else is tried on it would hide why.
    if (failure) throw failure;
    await client.query('savepoint statement');
    try {
      const result = await run(args);
      await client.query('release savepoint statement');
      return result;
    } catch (error) {
      await client.query('rollback to savepoint statement');
      throw error;
    }
  }

  const connection = Object.assign(new EventEmitter(), { query, release: () => {} });
  const pool = Object.assign(new EventEmitter(), {
    query,
    connect: async () => connection,
    end: async () => {},
    options: { max: 1 },
  });
  // graphile-worker warns about a pool without these.
  pool.on('error', () => {}).on('connect', () => {});
  return pool as unknown as pg.Pool;
}

function createEnum(text: string, values: string[]): string {
  const name = CREATE_ENUM.exec(text)?.[1] ?? '';
  return `create type ${name} as enum (${values.map((value) => pg.escapeLiteral(value)).join(', ')})`;
}
