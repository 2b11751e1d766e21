import { pages } from '../../../contract/paths.ts';
import { DAY, MINUTE } from '../../../contract/time.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { IDS_PER_FILE, SITE_PAGES, type SitemapEntry } from './sitemap.ts';
import { pagesBetween, pagesSummary, rangesWithPages } from './sitemap-store.ts';

const BATCH_SIZE = 1000;

/** Pages are listed a day after their handle was claimed, because most abuse is removed by then. */
const listedSince = (now: Date) => new Date(now.getTime() - DAY);

/** Duration for which the list of files is cached, because reading it scans every handle whose page is not listed. */
const LIST_MAX_AGE = 5 * MINUTE;

/**
 * Returns a function that returns the numbers of the sitemap files, read at most once in five minutes. File 1 always
 * exists, because it has the pages that are not profiles.
 */
export function sitemapFileList(db: Queryable, clock: Clock): () => Promise<number[]> {
  let cached: { at: number; files: Promise<number[]> } | undefined;
  return () => {
    const now = clock();
    if (cached && now.getTime() - cached.at < LIST_MAX_AGE) return cached.files;
    const files = rangesWithPages(db, IDS_PER_FILE, listedSince(now)).then((ranges) => [...new Set([1, ...ranges])]);
    const entry = { at: now.getTime(), files };
    cached = entry;
    files.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return files;
  };
}

/** Returns the ETag of one file without reading its pages. */
export async function sitemapVersion(db: Queryable, file: number, now: Date): Promise<string> {
  const range = { after: (file - 1) * IDS_PER_FILE, last: file * IDS_PER_FILE, before: listedSince(now) };
  const { count, ids, changed } = await pagesSummary(db, range);
  return `W/"${SITE_PAGES.length}-${count}-${ids}-${changed?.getTime() ?? 0}"`;
}

/**
 * Yields the entries of one file, in batches. Each file covers a range of ids, so new pages do not move others to another file.
 */
export async function* sitemapEntries(db: Queryable, file: number, now: Date): AsyncGenerator<SitemapEntry[]> {
  if (file === 1) yield SITE_PAGES.map((path) => ({ path }));
  const last = file * IDS_PER_FILE;
  for (let after = last - IDS_PER_FILE; ; ) {
    const rows = await pagesBetween(db, { after, last, before: listedSince(now) }, BATCH_SIZE);
    yield rows.map(({ handle, profile_changed_at }) => ({ path: pages.profile(handle), changed: profile_changed_at }));
    const end = rows.at(-1);
    if (!end || rows.length < BATCH_SIZE) return;
    after = end.id;
  }
}
