import { unwatchFile, watchFile } from 'node:fs';

/**
 * Calls back when one of some files or folders has become another one; answers how to stop. Looks at what a path leads to
 * every few seconds: the links of a certificate's renewal, and network disks, tell of nothing.
 */
export function watchFiles(paths: string[], onChange: () => void, interval = 5000): () => void {
  const stops = paths.map((path) => {
    const listener = (now: { mtimeMs: number; ino: number }, before: { mtimeMs: number; ino: number }) => {
      if (now.ino !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) onChange();
    };
    watchFile(path, { interval, persistent: false }, listener);
    return () => unwatchFile(path, listener);
  });
  return () => {
    for (const stop of stops) stop();
  };
}
