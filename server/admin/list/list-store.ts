import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import { type Results, search } from './list-search.ts';
import type { Listing, ListQuery, Order } from './listing.ts';

/** SQLSTATE codes for a cursor whose text is not a value of the column. */
const INVALID_VALUE = ['22P02', '22007', '22008', '22003', '22021'];

const EVERYTHING: Results = { many: sql<boolean>`true` };

/** The last item of the previous page: its id and, if the order is not by id, its value as text. */
interface Cursor {
  id: number;
  value: string | undefined;
}

interface Found {
  id: number;
  value: string;
}

/** The parameters for reading one page. */
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
  { limit, after, search: typed = '', sort }: ListQuery,
): Promise<ListedPage<Row>> {
  const term = typed.trim().toLowerCase();
  const sortKey = sort ?? (term === '' ? 'id' : listing.searchedBy);
  const column = sortKey.replace(/^-/, '');
  const byId: Order = { by: 'value', value: listing.id, type: 'integer' };
  const order = listing.orders[column] ?? byId;
  const cursor = after === undefined ? undefined : readCursor(after, order === byId);
  try {
    const results = term === '' ? EVERYTHING : await search(db, listing, term, column === listing.searchedBy);
    const exact = term !== '' && sort === undefined ? await findExact(db, listing, term) : undefined;
    const first = exact !== undefined && cursor === undefined ? [exact] : [];
    const condition = 'few' in results ? sql<boolean>`${listing.id} = any(${results.few}::integer[])` : results.many;
    const reading = {
      listing,
      order,
      descending: sortKey.startsWith('-'),
      max: limit + 1 - first.length,
      search: exact === undefined ? condition : sql<boolean>`(${condition} and ${listing.id} <> ${exact})`,
    };
    const found = 'few' in results ? await sortFound(db, reading, cursor) : await readInOrder(db, reading, cursor);
    const shown = found.slice(0, limit - first.length);
    // A page with only the exact match ends before the first of the other items.
    const last = found.length > shown.length ? (shown.at(-1) ?? { id: 0, value: '' }) : undefined;
    const next =
      last && (order === byId ? String(last.id) : `${last.id}~${Buffer.from(last.value).toString('base64url')}`);
    return { items: await readFields<Row>(db, listing, [...first, ...shown.map(({ id }) => id)]), next };
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

/** Returns the item whose name or address equals the search. */
async function findExact(db: Queryable, listing: Listing, term: string): Promise<number | undefined> {
  const { from, id, searched } = listing;
  const { rows } = await sql<{ id: number }>`select ${id} as id from ${from} where ${searched} = ${term}`.execute(db);
  return rows[0]?.id;
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

/** Reads the items that do not meet the condition, then those that do; in descending order, the reverse. */
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

/** Returns the condition for rows after a cursor, which an index over value and id supports. */
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

/** Returns the fields of the items of a page, in its order. */
async function readFields<Row extends { id: number }>(
  db: Queryable,
  { fields, from, id }: Listing,
  ids: number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select ${fields} from ${from} where ${id} = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Rows that have been deleted since are left out.
  return ids.flatMap((one) => byId.get(one) ?? []);
}
