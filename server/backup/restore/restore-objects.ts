import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Storage } from '../../platform/storage/storage.ts';

/** Objects that are written at the same time. */
const PARALLEL = 4;

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png' };

/** Puts the objects of an archive into the storage, beside the existing ones. */
export interface ObjectImport {
  put(key: string, content: Buffer): Promise<void>;
  /** Resolves once all objects are durable. */
  finish(): Promise<void>;
  /** Deletes the objects that the import added. Returns how many could not be deleted. */
  undo(): Promise<number>;
  /** Removes the list of objects that `undo` would delete. */
  close(): Promise<void>;
}

/** Keeps the keys of new objects in a file in `folder`, because there may be millions. */
export async function createObjectImport(storage: Storage, folder: string): Promise<ObjectImport> {
  await mkdir(folder, { recursive: true });
  const list = path.join(folder, 'restored-objects.txt');
  const added: WriteStream = createWriteStream(list, { mode: 0o600 });
  const running = new Set<Promise<void>>();
  let failure: unknown;

  async function putOne(key: string, content: Buffer): Promise<void> {
    const present = await storage.get(key);
    if (present?.equals(content)) return;
    // Recorded first, so that a partial write is undone too.
    if (!present && !added.write(`${key}\n`)) await once(added, 'drain');
    await storage.put(key, content, TYPES[path.extname(key)] ?? 'application/octet-stream');
  }

  const settle = async () => {
    await Promise.all(running);
    if (failure) throw failure;
  };
  return {
    async put(key, content) {
      if (failure) throw failure;
      const one = putOne(key, content)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => running.delete(one));
      running.add(one);
      // biome-ignore lint/plugin: waits for the first of several uploads, not for a time
      if (running.size >= PARALLEL) await Promise.race(running);
    },
    finish: settle,
    async undo() {
      await settle().catch(() => {});
      added.end();
      await finished(added).catch(() => {});
      let left = 0;
      for await (const key of createInterface({ input: createReadStream(list) })) {
        await storage.delete(key).catch(() => {
          left++;
        });
      }
      return left;
    },
    async close() {
      added.end();
      await finished(added).catch(() => {});
      await rm(list, { force: true });
    },
  };
}
