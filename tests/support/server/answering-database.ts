import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Database } from '../../../server/platform/db/database.ts';

/** A database without a server: the rows of every query are those that `answer` returns for its text and parameters. */
export function answeringDatabase(answer: (query: string, parameters: readonly unknown[]) => object[]): Database {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) =>
      ({ rows: answer(sql, parameters) }) as QueryResult<Row>,
    streamQuery: () => {
      throw new Error('not used');
    },
  };
  const nothing = async () => {};
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        releaseConnection: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  });
}
