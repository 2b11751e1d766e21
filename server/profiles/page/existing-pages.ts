import { isHandle } from '../../../contract/handles/handle-rules.ts';
import { createBatcher } from '../../platform/db/batcher.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { publicHandles } from '../store.ts';
import type { PageCache } from './page-cache.ts';

/** How names are combined into queries. */
const BATCH = { maxSize: 200, concurrency: 1, retryAlone: () => false };

/**
 * Returns a function that returns whether a handle has a page, for networks with too many misses. This is far cheaper
 * than reading the page, so these networks can still reach existing pages.
 */
export function pageExistence(db: Queryable, cache: PageCache): (username: string) => boolean | Promise<boolean> {
  const query = createBatcher<string, boolean>(async (handles) => {
    const found = await publicHandles(db, handles);
    return handles.map((handle) => found.has(handle));
  }, BATCH);
  return (username) => {
    const handle = username.toLowerCase();
    if (!isHandle(handle) || cache.missing(handle)) return false;
    return cache.get(handle) ? true : query(handle);
  };
}
