import { EventEmitter } from 'node:events';
import pg from 'pg';

const BEGIN = /^\s*(?:begin|start transaction)\b/i;
const END = /^\s*(?:commit|rollback)\b/i;
const CREATE_ENUM = /^\s*create type (\w{1,63}) as enum\b/i;
const ADD_VALUE = /^\s*alter type (\w{1,63}) add value\b/i;
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/**
 * Creates a pool whose only connection is `client`, on which the caller has begun a transaction: everything takes
 * effect with the caller's commit or not at all. The pool ignores inner transactions; after an error in one, the caller
 * must roll back. Other statements may fail, such as a query for a missing table, so each of them has a savepoint.
 *
 * PostgreSQL before 17 does not allow an enum value to be used in the transaction that adds it to a type. With `enums`,
 * the types are created with all values, and later additions are skipped.
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
    // The transaction is lost, and errors of further statements would hide the cause.
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
  // graphile-worker warns about a pool without these listeners.
  pool.on('error', () => {}).on('connect', () => {});
  return pool as unknown as pg.Pool;
}

function createEnum(text: string, values: string[]): string {
  const name = CREATE_ENUM.exec(text)?.[1] ?? '';
  return `create type ${name} as enum (${values.map((value) => pg.escapeLiteral(value)).join(', ')})`;
}
