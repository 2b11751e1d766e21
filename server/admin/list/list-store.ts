import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Listing, ListPage, Order, Wanted } from './listing.ts';

/** A search that finds no more than these is sorted as it is; another is filtered out of the list in its order. */
const FEW = 20_000;
/** What PostgreSQL says to a place in the list that is none: text that is no number, no time, no state. */
const NO_VALUE = ['22P02', '22007', '22008', '22003', '22021'];

/** The last item of the page before: its id and, where the order is not by id, its value in it, as text. */
interface Place {
  id: number;
  value: string | undefined;
}

interface Found {
  id: number;
  value: string;
}

/** Everything that the reading of one page is about. */
interface Reading {
  listing: Listing;
  order: Order;
  descending: boolean;
  search: RawBuilder<boolean>;
  most: number;
}

/**
 * Reads a page by its place in an index, not by counting rows: the last page costs what the first does, and what is
 * inserted meanwhile moves nothing. Throws `invalid_input` for a place that is none.
 */
export async function readList<Row extends { id: number }>(
  db: Queryable,
  listing: Listing,
  { limit, after, search = '', sort }: Wanted,
): Promise<ListPage<Row>> {
  const prefix = search.trim().toLowerCase();
  const way = sort ?? (prefix === '' ? 'id' : listing.searchedBy);
  const column = way.replace(/^-/, '');
  const byId: Order = { by: 'value', value: listing.id, type: 'integer' };
  const order = listing.orders[column] ?? byId;
  const reading = {
    listing,
    order,
    descending: way.startsWith('-'),
    search: prefix === '' ? sql<boolean>`true` : beginsWith(listing.searched, prefix),
    most: limit + 1,
  };
  const place = after === undefined ? undefined : readPlace(after, order === byId);
  try {
    // In its own order a search is a piece of one index, however much it finds.
    const isFew = prefix !== '' && column !== listing.searchedBy && (await countUpTo(db, reading, FEW + 1)) <= FEW;
    const found = isFew ? await sortFound(db, reading, place) : await readInOrder(db, reading, place);
    const last = found.length > limit ? found[limit - 1] : undefined;
    const ids = found.slice(0, limit).map(({ id }) => id);
    const next =
      last && (order === byId ? String(last.id) : `${last.id}~${Buffer.from(last.value).toString('base64url')}`);
    return { rows: await readFields<Row>(db, listing, ids), next };
  } catch (error) {
    if (place && NO_VALUE.includes(String((error as { code?: unknown }).code))) throw new ApiError('invalid_input');
    throw error;
  }
}

function readPlace(after: string, isById: boolean): Place {
  const [id = '', value] = after.split('~');
  if (isById !== (value === undefined)) throw new ApiError('invalid_input');
  return { id: Number(id), value: value === undefined ? id : Buffer.from(value, 'base64url').toString() };
}

/** Under collation "C", everything between the text and the text with the last character there is behind it. */
function beginsWith(searched: RawBuilder<string>, prefix: string): RawBuilder<boolean> {
  return sql`(${searched} >= ${prefix} and ${searched} < ${`${prefix}\u{10ffff}`})`;
}

async function countUpTo(db: Queryable, { listing: { from, id }, search }: Reading, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select ${id} from ${from} where ${search} limit ${most}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds first and sorts then: right for few, wherever in the order they stand. */
async function sortFound(db: Queryable, reading: Reading, place: Place | undefined): Promise<Found[]> {
  const { listing, order, search, most, descending } = reading;
  const [value, type] = sortedBy(order);
  const { rows } = await sql<Found>`
    with found as materialized (select ${listing.id} as id, ${value} as value from ${listing.from} where ${search})
    select id, value::text as value from found
    where ${beyond(sql`found.value`, sql`found.id`, type, descending, place)}
    ${inOrder(sql`found.value`, sql`found.id`, descending)} limit ${most}`.execute(db);
  return rows;
}

async function readInOrder(db: Queryable, reading: Reading, place: Place | undefined): Promise<Found[]> {
  const { listing, order, search, most, descending } = reading;
  if (order.by === 'condition') return readHalves(db, reading, order.holds, place);
  const { from, id } = listing;
  const { rows } = await sql<Found>`select ${id} as id, (${order.value})::text as value from ${from}
    where ${search} and ${beyond(order.value, id, order.type, descending, place)}
    ${inOrder(order.value, id, descending)} limit ${most}`.execute(db);
  return rows;
}

/** First the items for which the condition does not hold, then the others; descending, the other way round. */
async function readHalves(
  db: Queryable,
  { listing: { from, id }, search, most, descending }: Reading,
  holds: RawBuilder<boolean>,
  place: Place | undefined,
): Promise<Found[]> {
  const found: Found[] = [];
  const halves = descending ? ['true', 'false'] : ['false', 'true'];
  for (const half of place ? halves.slice(Math.max(0, halves.indexOf(place.value ?? ''))) : halves) {
    const start = place?.value === half ? place : undefined;
    const { rows } = await sql<Found>`select ${id} as id, ${half}::text as value from ${from}
      where ${search} and ${half === 'true' ? holds : sql`not (${holds})`}
        and ${start ? sql`${id} ${descending ? sql`<` : sql`>`} ${start.id}` : sql`true`}
      order by ${id} ${descending ? sql`desc` : sql`asc`} limit ${most - found.length}`.execute(db);
    found.push(...rows);
    if (found.length >= most) break;
  }
  return found;
}

function sortedBy(order: Order): [value: RawBuilder<unknown>, type: string] {
  return order.by === 'value' ? [order.value, order.type] : [order.holds, 'boolean'];
}

/** The rows behind a place, in a form that an index over value and id serves. */
function beyond(
  value: RawBuilder<unknown>,
  id: RawBuilder<number>,
  type: string,
  descending: boolean,
  place: Place | undefined,
): RawBuilder<boolean> {
  if (!place) return sql`true`;
  return sql`(${value}, ${id}) ${descending ? sql`<` : sql`>`} (${place.value}::${sql.raw(type)}, ${place.id})`;
}

function inOrder(value: RawBuilder<unknown>, id: RawBuilder<number>, descending: boolean): RawBuilder<unknown> {
  const way = descending ? sql`desc` : sql`asc`;
  return sql`order by ${value} ${way}, ${id} ${way}`;
}

/** What the items of a page show, in the order of the page. */
async function readFields<Row extends { id: number }>(
  db: Queryable,
  { fields, from, id }: Listing,
  ids: number[],
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`select ${fields} from ${from} where ${id} = any(${ids})`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Whatever was deleted since is left out.
  return ids.flatMap((one) => byId.get(one) ?? []);
}
