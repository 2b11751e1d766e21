import type { Directory, Resolution } from '../../../mail/host/directory.ts';
import { handleIn } from './directory.ts';
import { createNotifiedCache, type NotifiedCache } from './notified-cache.ts';

/** A directory that caches resolutions while it is subscribed to all changes. */
export type CachedDirectory = Directory & Pick<NotifiedCache<Resolution>, 'drop' | 'clear'>;

/** Caches resolutions by handle. Unknown names have separate places, so that guessing names does not evict existing ones. */
export function createDirectoryCache(directory: Directory, max = 50_000): CachedDirectory {
  const placeOf = (resolution: Resolution) => {
    if (resolution.kind !== 'refuse') return 'major';
    // A temporary rejection ends by itself, without a notification.
    if (resolution.code < 500) return 'none';
    return resolution.key === undefined ? 'minor' : 'major';
  };
  const { get, drop, clear } = createNotifiedCache((name) => directory.resolve(name), max, placeOf);
  return { resolve: (local) => get(handleIn(local)), drop, clear };
}
