import type { RawBuilder } from 'kysely';
import { NEXT_PAGE } from '../../platform/http/paging.ts';

/** Description of searching and sorting a list, for the API documentation. */
export const LIST_DESCRIPTION = `\`search\` is a part of a searched text, or the beginning of one if it has fewer than three characters; an item whose name or address equals it comes first. \`sort\` is a column, or \`-\` and a column for descending order; the default is the searched column for a search, else the id. ${NEXT_PAGE}`;

/**
 * The sort order of a list. A `value` has an index over the value and the id. A `condition` over other tables or
 * settings cannot have one: the items that do not meet it are read first, then those that do.
 */
export type Order =
  | { by: 'value'; value: RawBuilder<unknown>; type: 'integer' | 'text' | 'boolean' | 'timestamptz' | 'handle_state' }
  | { by: 'condition'; holds: RawBuilder<boolean> };

/** A text that is searched, with an index over its search_parts(). */
export interface SearchedText {
  text: RawBuilder<string>;
  from: RawBuilder<unknown>;
  /** The id of the item that the text belongs to. */
  id: RawBuilder<unknown>;
}

/** The definition of a list: its table, the fields of an item, and the columns for sorting and searching. */
export interface Listing {
  /** The tables, joined so that each item has one row. */
  from: RawBuilder<unknown>;
  id: RawBuilder<number>;
  fields: RawBuilder<unknown>;
  /**
   * The name of an item, collated "C": a short search matches its beginning, and an item whose name equals the search
   * comes first.
   */
  searched: RawBuilder<string>;
  /**
   * The texts that a search of three characters or more looks through: those in the item's own table, and those of what
   * belongs to the item.
   */
  texts: { own: (SearchedText & { table: string })[]; others: SearchedText[] };
  /** The name of that column: the default order of a search. */
  searchedBy: string;
  /** By the name of the column, apart from `id`. */
  orders: Record<string, Order>;
}

/** The part of a list to read. */
export interface ListQuery {
  limit: number;
  after?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
}

/** Returns the numbers of a cursor such as `1.0.17`, a place in an order of several columns; undefined for the first page. */
export function placeOf(after: string | undefined): number[] | undefined {
  return after?.split('.').map(Number);
}
