import { unwatchFile, watchFile } from 'node:fs';

/**
 * Calls back when a file or folder changed. Returns a function that stops watching. It polls, because symbolic links, which
 * certificate renewal replaces, and network disks send no change events.
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
