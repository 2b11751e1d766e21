import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import type { Listing, SearchedText } from './listing.ts';

/** A search with up to this many results is sorted after it; one with more filters the list in its order. */
const FEW = 20_000;
/** An index over parts of three characters finds nothing shorter. */
const MIN_PART = 3;

/** A search as conditions on the items of a list. */
export interface Search {
  term: string;
  /** Set for a beginning, which is a range of the index of the list's own search order. */
  isRange: boolean;
  /** Starts from the index over parts: for searches with few results. */
  few: RawBuilder<boolean>;
  /** Looks at one item after the other, in the order of the list. */
  many: RawBuilder<boolean>;
  /** The ids of the first results, in any order and possibly repeated. */
  ids: (max: number) => RawBuilder<unknown>;
}

/** Returns the conditions of a search, or undefined for an empty one. */
export function readSearch({ from, id, searched, texts }: Listing, typed = ''): Search | undefined {
  const term = typed.trim().toLowerCase();
  if (term === '') return undefined;
  if ([...term].length < MIN_PART) {
    const begins = beginsWith(searched, term);
    const ids = (max: number) => sql`select ${id} from ${from} where ${begins} limit ${max}`;
    return { term, isRange: true, few: begins, many: begins, ids };
  }
  const containing = sql`${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
  const found = [...texts.own, ...texts.others].map(
    ({ text, from: table, id: item }) =>
      (max: RawBuilder<unknown>) =>
        sql`(select ${item} from ${table} where search_parts(${text}) @> search_parts(${term}) and ${text} like ${containing} ${max})`,
  );
  const whole = found.map((read) => read(sql``));
  // OFFSET keeps the planner from reading the whole table of the text instead of what belongs to the item.
  const ofItem = ({ text, from: table, id: item }: SearchedText) =>
    sql`exists (select from ${table} where ${item} = ${id} and ${text} like ${containing} offset 0)`;
  const looks = [...texts.own.map(({ text }) => sql`${text} like ${containing}`), ...texts.others.map(ofItem)];
  return {
    ...{ term, isRange: false },
    few: sql`${id} in (${sql.join(whole, sql` union all `)})`,
    many: sql`(${sql.join(looks, sql` or `)})`,
    ids: (max) =>
      sql`${sql.join(
        found.map((read) => read(sql`limit ${max}`)),
        sql` union all `,
      )} limit ${max}`,
  };
}

/** Returns whether a search has few enough results to sort them. */
export async function isRare(db: Queryable, { ids }: Search): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${ids(FEW + 1)}) as found`.execute(db);
  return (rows[0]?.count ?? 0) <= FEW;
}

/** Under collation "C", texts with a prefix are those between the prefix and the prefix with the last code point. */
function beginsWith(searched: RawBuilder<string>, prefix: string): RawBuilder<boolean> {
  return sql`(${searched} >= ${prefix} and ${searched} < ${`${prefix}\u{10ffff}`})`;
}
