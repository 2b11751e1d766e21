import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { lockName } from '../platform/db/lock-name.ts';
import { type CountedBy, LIMITS, type Limit } from './limits.ts';
import { type CountedValue, exceededLimit, insertUses } from './uses-store.ts';

type Kinds = typeof LIMITS;

/** One use that a limit counts. */
export type Use<Kind extends keyof Kinds = keyof Kinds> = Kind extends keyof Kinds
  ? {
      kind: Kind;
      /** The value of each `by` of the kind; undefined if it has no limit, as for some networks. */
      by: Record<keyof Kinds[Kind]['by'], string | number | undefined>;
      /** Distinguishes uses of one value; without it, limits by detail do not apply. */
      detail?: string | undefined;
    }
  : never;

/** Kinds whose limit is an error of the API. */
type KindWithError = { [Kind in keyof Kinds]: Kinds[Kind] extends { error: unknown } ? Kind : never }[keyof Kinds];

/** The reached limit, and the seconds until one more use is possible. */
export interface ReachedLimit {
  by: CountedBy;
  retryAfter: number;
  /** Whether the same use was counted before and must not happen again. */
  isRepeated: boolean;
}

/**
 * Counts a use in the transaction of its effect, unless a limit is reached; then returns that limit. Locks the counted
 * values, so that parallel transactions cannot exceed a limit together.
 */
export async function countUse(trx: Transaction<DB>, use: Use, now: Date): Promise<ReachedLimit | null> {
  const values = valuesOf(use);
  for (const { by, value } of values) await lockName(trx, `limit ${use.kind} ${by} ${value}`);
  const reached = await reachedLimit(trx, use, now);
  if (!reached && values.length > 0) await insertUses(trx, { kind: use.kind, detail: use.detail }, values, now);
  return reached;
}

/** Like `countUse`, but throws the error of the limit. */
export async function requireUse(trx: Transaction<DB>, use: Use<KindWithError>, now: Date): Promise<void> {
  throwIfReached(use, await countUse(trx, use, now));
}

/** Throws the error of a limit that one more use would exceed. Counts nothing. */
export async function assertUseLeft(db: Queryable, use: Use<KindWithError>, now: Date): Promise<void> {
  throwIfReached(use, await reachedLimit(db, use, now));
}

function throwIfReached({ kind }: Use<KindWithError>, reached: ReachedLimit | null): void {
  if (reached) throw LIMITS[kind].error(reached.retryAfter);
}

/** Returns the limit that one more use would exceed, or null. Counts nothing. */
export async function reachedLimit(db: Queryable, { kind, by, detail }: Use, now: Date): Promise<ReachedLimit | null> {
  const exceeded = await exceededLimit(db, { kind, detail }, valuesOf({ kind, by } as Use), now);
  if (!exceeded) return null;
  const { limit, usedAt } = exceeded;
  return {
    by: exceeded.by,
    retryAfter: Math.ceil((usedAt.getTime() + limit.within - now.getTime()) / 1000),
    isRepeated: limit.ofDetail === true && limit.max === 1,
  };
}

/** Returns the values of a use in the order of the table of limits, in which they are locked. */
function valuesOf({ kind, by }: Use): CountedValue[] {
  const given: Partial<Record<CountedBy, string | number | undefined>> = by;
  const limits: Partial<Record<CountedBy, Limit[]>> = LIMITS[kind].by;
  return (Object.keys(limits) as CountedBy[]).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [{ by: name, value: String(value), limits: limits[name] ?? [] }];
  });
}
