import type { MailQueue } from '../../contract/admin.ts';
import type { Queryable } from '../plumbing/database.ts';
import { readQueue } from './watch-store.ts';

const DESTINATIONS = 100;

/** Mail that waits: how much, since when, and for whom. */
export async function watchQueue(db: Queryable): Promise<MailQueue> {
  const { totals, destinations } = await readQueue(db, DESTINATIONS);
  return {
    count: totals?.count ?? 0,
    oldest: totals?.oldest?.toISOString() ?? null,
    destinations: destinations.map(({ domain, count, oldest, next_try, last_words }) => ({
      domain,
      count,
      oldest: oldest.toISOString(),
      nextTry: next_try.toISOString(),
      lastWords: last_words,
    })),
  };
}
