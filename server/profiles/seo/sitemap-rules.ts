import { pages } from '../../../contract/paths.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { IDS_A_FILE, SITE_PAGES, type SitemapEntry } from './sitemap.ts';
import { pagesBetween, pagesSummary, rangesWithPages } from './sitemap-store.ts';

const A_BATCH = 1000;
const DAY = 24 * 3_600_000;

/** Pages are listed a day after their handle was claimed: what is removed for abuse mostly is by then. */
const listedSince = (now: Date) => new Date(now.getTime() - DAY);

/** How long the list of files is kept: reading it passes over every handle whose page is not listed. */
const LIST_AGE = 5 * 60_000;

/**
 * Returns the numbers of the sitemap's files, read at most once in five minutes. The first one is always there: it has the
 * pages that are not profiles.
 */
export function sitemapFileList(db: Queryable, clock: Clock): () => Promise<number[]> {
  let kept: { at: number; files: Promise<number[]> } | undefined;
  return () => {
    const now = clock();
    if (kept && now.getTime() - kept.at < LIST_AGE) return kept.files;
    const files = rangesWithPages(db, IDS_A_FILE, listedSince(now)).then((ranges) => [...new Set([1, ...ranges])]);
    const entry = { at: now.getTime(), files };
    kept = entry;
    files.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return files;
  };
}

/** A validator of one file, without reading it. */
export async function sitemapVersion(db: Queryable, file: number, now: Date): Promise<string> {
  const range = { after: (file - 1) * IDS_A_FILE, last: file * IDS_A_FILE, before: listedSince(now) };
  const { count, ids, changed } = await pagesSummary(db, range);
  return `W/"${SITE_PAGES.length}-${count}-${ids}-${changed?.getTime() ?? 0}"`;
}

/** The entries of one file, some at a time. Files cover ranges of ids, so that pages that come never move the others. */
export async function* sitemapEntries(db: Queryable, file: number, now: Date): AsyncGenerator<SitemapEntry[]> {
  if (file === 1) yield SITE_PAGES.map((path) => ({ path }));
  const last = file * IDS_A_FILE;
  for (let after = last - IDS_A_FILE; ; ) {
    const rows = await pagesBetween(db, { after, last, before: listedSince(now) }, A_BATCH);
    yield rows.map(({ handle, profile_changed_at }) => ({ path: pages.profile(handle), changed: profile_changed_at }));
    const end = rows.at(-1);
    if (!end || rows.length < A_BATCH) return;
    after = end.id;
  }
}
