import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Listing, ListPage, ListQuery, Order } from './listing.ts';

/** A search with up to this many results is sorted after it; one with more filters the list in its order. */
const FEW = 20_000;
/** SQLSTATE codes for a cursor whose text is not a value of the column. */
const INVALID_VALUE = ['22P02', '22007', '22008', '22003', '22021'];

/** The last item of the previous page: its id and, if the order is not by id, its value as text. */
interface Cursor {
  id: number;
  value: string | undefined;
}

interface Found {
  id: number;
  value: string;
}

/** The parameters of reading one page. */
interface Reading {
  listing: Listing;
  order: Order;
  descending: boolean;
  search: RawBuilder<boolean>;
  max: number;
}

/**
 * Reads a page by a cursor in an index instead of an offset: the last page costs as much as the first, and inserted rows do
 * not shift it. Throws `invalid_input` for an invalid cursor.
 */
export async function readList<Row extends { id: number }>(
  db: Queryable,
  listing: Listing,
  { limit, after, search = '', sort }: ListQuery,
): Promise<ListPage<Row>> {
  const prefix = search.trim().toLowerCase();
  const sortKey = sort ?? (prefix === '' ? 'id' : listing.searchedBy);
  const column = sortKey.replace(/^-/, '');
  const byId: Order = { by: 'value', value: listing.id, type: 'integer' };
  const order = listing.orders[column] ?? byId;
  const reading = {
    listing,
    order,
    descending: sortKey.startsWith('-'),
    search: prefix === '' ? sql<boolean>`true` : beginsWith(listing.searched, prefix),
    max: limit + 1,
  };
  const cursor = after === undefined ? undefined : readCursor(after, order === byId);
  try {
    // In the order of the searched column, a search is a range of one index, whatever its size.
    const isFew = prefix !== '' && column !== listing.searchedBy && (await countUpTo(db, reading, FEW + 1)) <= FEW;
    const found = isFew ? await sortFound(db, reading, cursor) : await readInOrder(db, reading, cursor);
    const last = found.length > limit ? found[limit - 1] : undefined;
    const ids = found.slice(0, limit).map(({ id }) => id);
    const next =
      last && (order === byId ? String(last.id) : `${last.id}~${Buffer.from(last.value).toString('base64url')}`);
    return { rows: await readFields<Row>(db, listing, ids), next };
  } catch (error) {
    if (cursor && INVALID_VALUE.includes(String((error as { code?: unknown }).code)))
      throw new ApiError('invalid_input');
    throw error;
  }
}

function readCursor(after: string, isById: boolean): Cursor {
  const [id = '', value] = after.split('~');
  if (isById !== (value === undefined)) throw new ApiError('invalid_input');
  return { id: Number(id), value: value === undefined ? id : Buffer.from(value, 'base64url').toString() };
}

/** Under collation "C", texts with a prefix are those between the prefix and the prefix with the last code point. */
function beginsWith(searched: RawBuilder<string>, prefix: string): RawBuilder<boolean> {
  return sql`(${searched} >= ${prefix} and ${searched} < ${`${prefix}\u{10ffff}`})`;
}

async function countUpTo(db: Queryable, { listing: { from, id }, search }: Reading, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select ${id} from ${from} where ${search} limit ${max}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Searches first and sorts the result: fast for few results. */
async function sortFound(db: Queryable, reading: Reading, cursor: Cursor | undefined): Promise<Found[]> {
  const { listing, order, search, max, descending } = reading;
  const [value, type] = sortedBy(order);
  const { rows } = await sql<Found>`
    with found as materialized (select ${listing.id} as id, ${value} as value from ${listing.from} where ${search})
    select id, value::text as value from found
    where ${beyond(sql`found.value`, sql`found.id`, type, descending, cursor)}
    ${inOrder(sql`found.value`, sql`found.id`, descending)} limit ${max}`.execute(db);
  return rows;
}

async function readInOrder(db: Queryable, reading: Reading, cursor: Cursor | undefined): Promise<Found[]> {
  const { listing, order, search, max, descending } = reading;
  if (order.by === 'condition') return readHalves(db, reading, order.holds, cursor);
  const { from, id } = listing;
  const { rows } = await sql<Found>`select ${id} as id, (${order.value})::text as value from ${from}
    where ${search} and ${beyond(order.value, id, order.type, descending, cursor)}
    ${inOrder(order.value, id, descending)} limit ${max}`.execute(db);
  return rows;
}

/** Reads the items for which the condition does not hold, then the others; descending, in the opposite order. */
async function readHalves(
  db: Queryable,
  { listing: { from, id }, search, max, descending }: Reading,
  holds: RawBuilder<boolean>,
  cursor: Cursor | undefined,
): Promise<Found[]> {
  const found: Found[] = [];
  const halves = descending ? ['true', 'false'] : ['false', 'true'];
  for (const half of cursor ? halves.slice(Math.max(0, halves.indexOf(cursor.value ?? ''))) : halves) {
    const start = cursor?.value === half ? cursor : undefined;
    const { rows } = await sql<Found>`select ${id} as id, ${half}::text as value from ${from}
      where ${search} and ${half === 'true' ? holds : sql`not (${holds})`}
        and ${start ? sql`${id} ${descending ? sql`<` : sql`>`} ${start.id}` : sql`true`}
      order by ${id} ${descending ? sql`desc` : sql`asc`} limit ${max - found.length}`.execute(db);
    found.push(...rows);
    if (found.length >= max) break;
  }
  return found;
}

function sortedBy(order: Order): [value: RawBuilder<unknown>, type: string] {
  return order.by === 'value' ? [order.value, order.type] : [order.holds, 'boolean'];
}

/** The rows after a cursor, as a condition that an index over value and id supports. */
function beyond(
  value: RawBuilder<unknown>,
  id: RawBuilder<number>,
  type: string,
  descending: boolean,
  cursor: Cursor | undefined,
): RawBuilder<boolean> {
  if (!cursor) return sql`true`;
  return sql`(${value}, ${id}) ${descending ? sql`<` : sql`>`} (${cursor.value}::${sql.raw(type)}, ${cursor.id})`;
}

function inOrder(value: RawBuilder<unknown>, id: RawBuilder<number>, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`order by ${value} ${direction}, ${id} ${direction}`;
}

/** The fields of the items of a page, in its order. */
async function readFields<Row extends { id: number }>(
  db: Queryable,
  { fields, from, id }: Listing,
  ids: number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select ${fields} from ${from} where ${id} = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Rows that were deleted since are left out.
  return ids.flatMap((one) => byId.get(one) ?? []);
}
