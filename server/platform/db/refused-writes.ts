import { type QueryExecutorProvider, sql } from 'kysely';
import { gauge } from '../metrics/registry.ts';

/** Why a readable database accepts no writes, in sentences for operators. */
export const WRITE_REFUSALS = {
  read_only: 'The database is read-only.',
  recovery: 'The database is in recovery: a standby accepts no writes.',
  full: 'The disk of the database is full.',
} as const;
export type WriteRefusal = keyof typeof WRITE_REFUSALS;

/** Errors of PostgreSQL: read_only_sql_transaction, which a database in recovery reports too, and disk_full. */
const CODES = new Map<unknown, WriteRefusal>([
  ['25006', 'read_only'],
  ['53100', 'full'],
]);
/** How long a refusal is remembered. Every process writes its heartbeat every 15 seconds. */
const RECENT_MS = 60_000;
const NAME = 'nameplate_database_refuses_writes';

const refusedAt = new Map<WriteRefusal, number>();

function wasRefusedRecently(reason: WriteRefusal): boolean {
  return performance.now() - (refusedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < RECENT_MS;
}

gauge(NAME, 'Whether the database refused a write in the last minute', ['reason'], () =>
  [...CODES.values()].map((reason) => ({ labels: { reason }, value: wasRefusedRecently(reason) ? 1 : 0 })),
);

/** Returns the reason if an error of a query means that the database accepts no writes now; undefined for any other error. */
export function writeRefusalOf(error: unknown): WriteRefusal | undefined {
  return CODES.get((error as { code?: unknown } | null | undefined)?.code);
}

/** Records an error of a query if it is a refused write. */
export function recordWriteRefusal(error: unknown): void {
  const reason = writeRefusalOf(error);
  if (reason) refusedAt.set(reason, performance.now());
}

/** Returns whether the metrics of another process show that a write failed for lack of space in the last minute. */
export function isFullIn(metrics: { name: string; values: { labels: object; value: number }[] }[]): boolean {
  const values = metrics.filter(({ name }) => name === NAME).flatMap(({ values }) => values);
  return values.some(({ labels, value }) => value > 0 && (labels as { reason?: string }).reason === 'full');
}

/**
 * Returns why the database accepts no writes; undefined if it does. A full disk is known only from a failed write of
 * this process. Throws if the database cannot be reached.
 */
export async function findWriteRefusal(db: QueryExecutorProvider): Promise<WriteRefusal | undefined> {
  const { rows } = await sql<{ in_recovery: boolean; read_only: boolean }>`
    select pg_is_in_recovery() as in_recovery, current_setting('transaction_read_only') = 'on' as read_only`.execute(
    db,
  );
  const [state] = rows;
  if (state?.in_recovery) return 'recovery';
  if (state?.read_only) return 'read_only';
  return wasRefusedRecently('full') ? 'full' : undefined;
}
