import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../../server/platform/db/database.ts';
import type { TestServer } from '../server/test-server.ts';

/** Resolves when `count` queries of the server wait for a lock, or when `isOver` returns true. */
export async function untilBlocked(server: TestServer, count: number, isOver = () => false): Promise<void> {
  for (let waiting = 0; waiting < count && !isOver(); ) {
    const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
    waiting = rows[0]?.waiting ?? 0;
  }
}

/**
 * Sends requests that wait for the lock of a handle, and runs `change` before any of them continues. Returns their results.
 * Rejects if the requests do not wait for the lock.
 */
export async function inTheMiddleOf<Result>(
  server: TestServer,
  handleId: number,
  requests: (() => Promise<Result>)[],
  change: (trx: Transaction<DB>) => Promise<unknown>,
): Promise<Result[]> {
  let sent: Promise<Result[]> | undefined;
  await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('handles').select('id').where('id', '=', handleId).forUpdate().execute();
    sent = Promise.all(requests.map((request) => request()));
    let hasEnded = false;
    sent.finally(() => (hasEnded = true)).catch(() => {});
    await untilBlocked(server, requests.length, () => hasEnded);
    if (hasEnded) throw new Error('the requests did not wait for the lock of the handle');
    await change(trx);
  });
  return (await sent) ?? [];
}
