import type { Directory, Resolution } from '../../../mail/host/directory.ts';
import { handleIn } from './directory.ts';

/**
 * An answer is not older than this, in milliseconds, whatever happens. News that stay away are noticed long before: the
 * line on which they come is asked whether it lives (server/platform/db/notify.ts).
 */
const KEPT_FOR = 600_000;

interface Kept {
  resolution: Resolution;
  until: number;
}

/** A directory that remembers its answers while it hears of every change. */
export interface CachedDirectory extends Directory {
  /** This name's mail goes elsewhere now, or may. */
  drop(name: string): void;
  /** Forgets everything; remembers nothing more until it hears of changes again. */
  clear(listening: boolean): void;
}

/**
 * Remembers answers, those of the names least asked for forgotten first. Names that nobody has are kept apart, so that
 * guessing names drives out no real one. An answer that was read while its name changed is not kept.
 */
export function createDirectoryCache(directory: Directory, most = 50_000): CachedDirectory {
  const known = new Map<string, Kept>();
  const unknown = new Map<string, Kept>();
  /** Names being read, by how many at once, and whether they changed meanwhile. */
  const reading = new Map<string, { readers: number; changed: boolean }>();
  let listening = false;

  function find(name: string): Resolution | undefined {
    for (const kept of [known, unknown]) {
      const entry = kept.get(name);
      if (!entry) continue;
      kept.delete(name);
      if (entry.until <= Date.now()) return undefined;
      kept.set(name, entry);
      return entry.resolution;
    }
    return undefined;
  }

  function keep(name: string, resolution: Resolution): void {
    const isKnown = resolution.kind !== 'refuse' || resolution.key !== undefined;
    const [kept, room] = isKnown ? [known, most] : [unknown, most / 5];
    kept.set(name, { resolution, until: Date.now() + KEPT_FOR });
    if (kept.size <= room) return;
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }

  return {
    async resolve(local) {
      const name = handleIn(local);
      const found = find(name);
      if (found) return found;
      const mark = reading.get(name) ?? { readers: 0, changed: false };
      mark.readers += 1;
      reading.set(name, mark);
      try {
        const resolution = await directory.resolve(name);
        if (listening && !mark.changed) keep(name, resolution);
        return resolution;
      } finally {
        mark.readers -= 1;
        if (mark.readers === 0 && reading.get(name) === mark) reading.delete(name);
      }
    },

    drop(name) {
      known.delete(name);
      unknown.delete(name);
      const mark = reading.get(name);
      if (mark) mark.changed = true;
      reading.delete(name);
    },

    clear(hears) {
      listening = hears;
      known.clear();
      unknown.clear();
      for (const mark of reading.values()) mark.changed = true;
      reading.clear();
    },
  };
}
