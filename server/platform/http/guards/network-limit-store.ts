import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';

/** The calls of a window, and the milliseconds until it ends. */
export interface CallCount {
  current: number;
  ttl: number;
}

/**
 * Counts a call by name in a window that all processes share and that begins with the first call. The name is hashed
 * with a secret; otherwise, trying all networks would reveal it.
 */
export async function countCall(db: Queryable, secret: Buffer, name: string, windowMs: number): Promise<CallCount> {
  const key = createHmac('sha256', secret).update(name).digest('base64url').slice(0, 22);
  // Uses clock_timestamp because waiting for the row's lock may outlast the window.
  const { rows } = await sql<CallCount>`
    insert into network_limits as l (key, count, ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${windowMs / 1000}))
    on conflict (key) do update set
      count = case when l.ends_at <= clock_timestamp() then 1 else l.count + 1 end,
      ends_at = case when l.ends_at <= clock_timestamp() then excluded.ends_at else l.ends_at end
    returning count as current,
      greatest(0, extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ttl`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('network_limits returned no row');
  return row;
}
