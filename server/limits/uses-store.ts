import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import type { CountedBy, Limit } from './limits.ts';

/** A counted value of a use, with its limits. */
export interface CountedValue {
  by: CountedBy;
  value: string;
  limits: Limit[];
}

/** Returns the first limit that one more use would exceed, with the time of the use that must age out first; or undefined. */
export async function exceededLimit(
  db: Queryable,
  { kind, detail }: { kind: string; detail: string | undefined },
  values: CountedValue[],
  now: Date,
): Promise<{ by: CountedBy; limit: Limit; usedAt: Date } | undefined> {
  const compared = values.flatMap(({ by, value, limits }) => limits.map((limit) => ({ by, value, limit })));
  const limits = compared
    .filter(({ limit }) => detail !== undefined || !limit.ofDetail)
    .map((one) => ({ ...one, since: new Date(now.getTime() - one.limit.within) }));
  const column = <Value>(read: (one: (typeof limits)[number]) => Value) => limits.map(read);
  const { rows } = await sql<{ at: number; used_at: Date }>`
    select l.at::int, blocking.used_at
    from unnest(
      ${column(({ by }) => by)}::text[],
      ${column(({ value }) => value)}::text[],
      ${column(({ since }) => since)}::timestamptz[],
      ${column(({ limit }) => limit.max)}::int[],
      ${column(({ limit }) => limit.maxNew ?? null)}::int[],
      ${column(({ limit }) => limit.ofDetail ?? false)}::boolean[]
    ) with ordinality as l (counted_by, value, since, max, max_new, of_detail, at)
    cross join lateral (
      select u.used_at from limited_uses u
      where u.value = l.value and u.counted_by = l.counted_by and u.kind = ${kind} and u.used_at > l.since
        and (not l.of_detail or u.detail = ${detail ?? null})
      order by u.used_at desc
      limit 1 offset case when l.max_new is not null and ${detail ?? null}::text is not null and not exists (
        select from limited_uses o
        where o.value = l.value and o.counted_by = l.counted_by and o.kind = ${kind} and o.detail = ${detail ?? null}
          and o.used_at > ${now}::timestamptz - interval '1 day'
      ) then l.max_new else l.max end - 1
    ) blocking
    order by l.at limit 1`.execute(db);
  const [row] = rows;
  const exceeded = row && limits[row.at - 1];
  return exceeded && { by: exceeded.by, limit: exceeded.limit, usedAt: row.used_at };
}

export async function insertUses(
  trx: Transaction<DB>,
  { kind, detail }: { kind: string; detail: string | undefined },
  values: CountedValue[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto('limited_uses')
    .values(values.map(({ by, value }) => ({ kind, counted_by: by, value, detail: detail ?? null, used_at: now })))
    .execute();
}
