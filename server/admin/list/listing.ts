import type { RawBuilder } from 'kysely';

/**
 * What a list is sorted by. A `value` has an index of its own, with the id behind it. A `condition` over other tables or
 * settings can't have one: its list is read as two, those for which it does not hold and those for which it does.
 */
export type Order =
  | { by: 'value'; value: RawBuilder<unknown>; type: 'integer' | 'text' | 'boolean' | 'timestamptz' | 'handle_state' }
  | { by: 'condition'; holds: RawBuilder<boolean> };

/** A long list: its table, what an item shows, and what it can be sorted and searched by. */
export interface Listing {
  /** Tables, with joins that keep one row an item. */
  from: RawBuilder<unknown>;
  id: RawBuilder<number>;
  fields: RawBuilder<unknown>;
  /** What a search is the beginning of; collated "C". */
  searched: RawBuilder<string>;
  /** The column that this is: a search is in its order unless another one is wanted. */
  searchedBy: string;
  /** By the name of the column; `id` needs none. */
  orders: Record<string, Order>;
}

/** Which part of a list is wanted. */
export interface Wanted {
  limit: number;
  after?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
}

/** One page of a list; `next` is where the one after it begins. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | undefined;
}
