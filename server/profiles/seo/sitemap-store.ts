import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * SQL: whether a row of `handles` belongs in the sitemap: its page is older than `before` and shows more than the
 * handle. Conditions on the row come first; each of the others is one index lookup, because with EXISTS the planner may
 * read the whole table of links.
 */
const isListed = (before: Date) => sql<boolean>`(
  state = 'active' and profile_page and handles.created_at <= ${before} and (
    lower(trim(display_name)) <> handle or trim(bio) <> '' or profile_picture is not null or banner_image is not null
    or (select true from social_links where handle_id = handles.id and is_active limit 1)
    or (select true from page_blocks where handle_id = handles.id and not hidden limit 1)
    or (select avatar_url is not null or banner_url is not null from accounts where accounts.id = handles.account_id)))`;

/** Returns up to `max` handles with a listed page and an id in the range (after, last], in the order of their ids. */
export async function pagesBetween(
  db: Queryable,
  { after, last, before }: { after: number; last: number; before: Date },
  max: number,
) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle', 'profile_changed_at'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(isListed(before))
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Returns the number of listed pages in a range of ids, the sum of their ids, and the time of the last change. */
export async function pagesSummary(
  db: Queryable,
  { after, last, before }: { after: number; last: number; before: Date },
) {
  return db
    .selectFrom('handles')
    .select((expression) => [
      expression.fn.countAll<string>().as('count'),
      sql<string>`coalesce(sum(id), 0)`.as('ids'),
      expression.fn.max('profile_changed_at').as('changed'),
    ])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(isListed(before))
    .executeTakeFirstOrThrow();
}

/** Returns the numbers, from 1, of the ranges of `size` ids with a listed page. */
export async function rangesWithPages(db: Queryable, size: number, before: Date): Promise<number[]> {
  const { rows } = await sql<{ range: number }>`
    select range from generate_series(1, (select coalesce(max(id), 0) / ${size}::integer + 1 from handles)) as range
    where exists (
      select from handles where id > (range - 1) * ${size}::integer and id <= range * ${size}::integer
        and ${isListed(before)})
    order by range`.execute(db);
  return rows.map(({ range }) => range);
}
