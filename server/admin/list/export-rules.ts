import type { ListedPage } from '../users/users-rules.ts';
import { type Cell, csvRow } from './csv.ts';
import type { Wanted } from './listing.ts';

/** Items that are in memory at a time. */
const A_BATCH = 500;

/**
 * A whole list as CSV, a piece at a time: it is read as it is sent, so that a million rows take no more memory than a
 * page. What is added meanwhile may or may not be in it; nothing is in it twice.
 */
export async function* exportList<Item>(
  header: string[],
  cells: (item: Item) => Cell[],
  read: (wanted: Wanted) => Promise<ListedPage<Item>>,
  wanted: Omit<Wanted, 'limit' | 'after'>,
): AsyncGenerator<string> {
  yield csvRow(header);
  let after: string | undefined;
  do {
    const { items, next } = await read({ ...wanted, limit: A_BATCH, after });
    // One string a batch: a write for every row would cost more than the row.
    if (items.length > 0) yield items.map((item) => csvRow(cells(item))).join('');
    after = next;
  } while (after !== undefined);
}
