import { unwatchFile, watchFile } from 'node:fs';

/**
 * Calls back when a file or folder has changed. Polls, because network disks and the symbolic links that certificate
 * renewal replaces send no change events. Returns a function that stops watching.
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
