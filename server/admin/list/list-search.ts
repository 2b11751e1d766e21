import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import type { Listing, SearchedText } from './listing.ts';

/** Up to this many results are sorted after the search; with more, the search filters the list in its order. */
const FEW = 10_000;
/** The index over parts of three characters cannot find anything shorter. */
const MIN_PART = 3;
/** Rows of a random sample, and the share from which a text is common: the index would return much of the table. */
const SAMPLE = 1000;
const COMMON = 0.04;

/** The results of a search: their ids if they are few, else a condition on the items of the list. */
export type Results = { few: number[] } | { many: RawBuilder<boolean> };

/**
 * Finds the items with a text that contains the term, or begins with it if the term is short. `isInOwnOrder` is set if
 * the list is sorted by its names: then a short search is one range of an index, however large.
 */
export async function search(db: Queryable, listing: Listing, term: string, isInOwnOrder: boolean): Promise<Results> {
  const { from, id, searched, texts } = listing;
  if ([...term].length < MIN_PART) {
    const begins = beginsWith(searched, term);
    if (isInOwnOrder) return { many: begins };
    const ids = await readIds(db, sql`select ${id} as id from ${from} where ${begins} limit ${FEW + 1}`);
    return ids.length <= FEW ? { few: ids } : { many: begins };
  }
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  const others = await idsOf(db, texts.others, term, pattern);
  const own = (await isCommon(db, texts.own, pattern)) ? undefined : await idsOf(db, texts.own, term, pattern);
  if (own && own.length + others.length <= FEW) return { few: [...own, ...others] };
  const looks = texts.own.map(({ text }) => sql`${text} like ${pattern}`);
  if (others.length > FEW) looks.push(...texts.others.map((other) => isOfItem(other, id, pattern)));
  else if (others.length > 0) looks.push(sql`${id} = any(${others}::integer[])`);
  return { many: sql`(${sql.join(looks, sql` or `)})` };
}

/** Returns ids from the indexes over parts, at most one more than FEW. */
async function idsOf(db: Queryable, texts: SearchedText[], term: string, pattern: string): Promise<number[]> {
  if (texts.length === 0) return [];
  const reads = texts.map(
    ({ text, from, id }) =>
      sql`(select ${id} as id from ${from}
        where search_parts(${text}) @> search_parts(${term}) and ${text} like ${pattern} and ${id} is not null limit ${FEW + 1})`,
  );
  return readIds(db, sql`select id from (${sql.join(reads, sql` union `)}) as found limit ${FEW + 1}`);
}

async function isCommon(db: Queryable, texts: Listing['texts']['own'], pattern: string): Promise<boolean> {
  const [first] = texts;
  if (!first) return false;
  const looks = texts.map(({ text }) => sql`${text} like ${pattern}`);
  const { rows } = await sql<{ isCommon: boolean }>`
    select count(*) filter (where ${sql.join(looks, sql` or `)}) > ${COMMON}::real * count(*) as "isCommon"
    from ${first.from} tablesample system ((
      select least(100, ${100 * SAMPLE}::real / greatest(reltuples, 1)) from pg_class where oid = ${first.table}::regclass))`.execute(
    db,
  );
  return rows[0]?.isCommon ?? false;
}

/** Returns the condition that a text belongs to an item. OFFSET keeps the planner from reading the whole table of texts. */
function isOfItem({ text, from, id }: SearchedText, item: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  return sql`exists (select from ${from} where ${id} = ${item} and ${text} like ${pattern} offset 0)`;
}

async function readIds(db: Queryable, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number | null }>).execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * Returns the condition that a text begins with a prefix. Under collation "C", such texts lie between the prefix and
 * the prefix followed by the last code point.
 */
function beginsWith(searched: RawBuilder<string>, prefix: string): RawBuilder<boolean> {
  return sql`(${searched} >= ${prefix} and ${searched} < ${`${prefix}\u{10ffff}`})`;
}
