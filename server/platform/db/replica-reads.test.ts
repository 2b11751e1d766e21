import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { ReplicaReads } from './replica-reads.ts';

/** A server whose answers to every query are the rows that `answer` returns. */
function server(answer: () => object): Database {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>() => ({ rows: [answer()] }) as QueryResult<Row>,
    streamQuery: () => Promise.reject(new Error('not used')) as never,
  };
  const nothing = async () => {};
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        ...{ init: nothing, destroy: nothing, releaseConnection: nothing, acquireConnection: async () => connection },
        ...{ beginTransaction: nothing, commitTransaction: nothing, rollbackTransaction: nothing },
      }),
    },
  });
}

it('reads a changed page from the primary until the replica has the change, even if 10,000 others changed after it', async () => {
  let [written, replayed] = [1, 1];
  const primary = server(() => ({ position: `0/${written.toString(16)}` }));
  const replica = server(() => ({ position: `0/${replayed.toString(16)}`, is_recent: true }));
  const reads = new ReplicaReads({ primary, replica, log: { warn: () => {}, info: () => {} } });
  const readFrom = (key: string) => reads.read(key, async (db) => (db === primary ? 'primary' : 'replica'));
  reads.listening(true);
  await expect.poll(() => readFrom('ann')).toBe('replica');

  written = 10;
  reads.changed('ann');
  await expect.poll(() => readFrom('somebody')).toBe('replica');
  expect(await readFrom('ann')).toBe('primary');
  written = 20;
  for (let at = 0; at < 10_000; at++) reads.changed(`page-${at}`);
  // The primary has been asked for the position of the last of them.
  replayed = 20;
  await expect.poll(() => readFrom('page-9999')).toBe('replica');
  replayed = 9;
  expect(await readFrom('ann')).toBe('primary');
  replayed = 10;
  expect(await readFrom('ann')).toBe('replica');
});
