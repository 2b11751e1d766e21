import { type Cell, csvRow } from '../../platform/http/csv.ts';
import type { ListedPage } from '../../platform/http/paging.ts';
import type { ListQuery } from './listing.ts';

/** Items in memory at a time. */
const BATCH_SIZE = 500;

/**
 * Streams a whole list as CSV, reading it as it is sent: a million rows take no more memory than a page. Rows inserted
 * during the export may be missing; no row occurs twice.
 */
export async function* exportList<Item>(
  header: string[],
  cells: (item: Item) => Cell[],
  read: (query: ListQuery) => Promise<ListedPage<Item>>,
  query: Omit<ListQuery, 'limit' | 'after'>,
): AsyncGenerator<string> {
  yield csvRow(header);
  let after: string | undefined;
  do {
    const { items, next } = await read({ ...query, limit: BATCH_SIZE, after });
    // One chunk for each batch: writing every row separately costs more than reading it.
    if (items.length > 0) yield items.map((item) => csvRow(cells(item))).join('');
    after = next;
  } while (after !== undefined);
}
