import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where finished objects lie. Keys are ours: lower-case segments, a slash between them, an ending. */
export interface Storage {
  /** Resolves once the object is durable; one that was there under the key is replaced at once. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** Resolves also where there is no such object. */
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Objects as files below a folder. Their type is not kept: whoever asks knows it from the key. */
export function diskStorage(folder: string): Storage {
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a key of an object: ${key}`);
    return path.join(folder, key);
  };
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await using handle = await open(temporary, 'wx');
        await handle.writeFile(bytes);
        await handle.sync();
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await rename(temporary, file);
      await syncFolder(path.dirname(file));
    },

    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  };
}

/** A renamed file survives a power cut once its folder is on disk; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
