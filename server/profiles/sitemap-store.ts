import { sql } from 'kysely';
import type { Queryable } from '../plumbing/database.ts';

/** Handles with a page after the one id, up to and with the other, in the order of their ids. */
export async function pagesBetween(db: Queryable, after: number, last: number, most: number) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle', 'profile_changed_at'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where('state', '=', 'active')
    .where('profile_page', '=', true)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** How many pages there are in a range of ids, and when one of them changed last. */
export async function pagesSummary(db: Queryable, after: number, last: number) {
  return db
    .selectFrom('handles')
    .select((expression) => [
      expression.fn.countAll<string>().as('count'),
      expression.fn.max('profile_changed_at').as('changed'),
    ])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where('state', '=', 'active')
    .where('profile_page', '=', true)
    .executeTakeFirstOrThrow();
}

/** Numbers, from 1, of the ranges of so many ids that have a page in them. */
export async function rangesWithPages(db: Queryable, size: number): Promise<number[]> {
  const { rows } = await sql<{ range: number }>`
    select range from generate_series(1, (select coalesce(max(id), 0) / ${size}::integer + 1 from handles)) as range
    where exists (
      select from handles where id > (range - 1) * ${size}::integer and id <= range * ${size}::integer
        and state = 'active' and profile_page)
    order by range`.execute(db);
  return rows.map(({ range }) => range);
}
