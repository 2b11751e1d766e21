import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkKey, readOpenFile, type Storage } from './storage.ts';

/** Objects as files below a folder. Their type is not kept: whoever asks knows it from the key. */
export function diskStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, checkKey(key));
  return {
    async put(key, content) {
      const file = fileOf(key);
      const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await using handle = await open(temporary, 'wx');
        await handle.writeFile(content instanceof Uint8Array ? content : readOpenFile(content));
        await handle.sync();
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await rename(temporary, file);
      await syncFolder(path.dirname(file));
    },

    async get(key) {
      return readFile(fileOf(key)).catch(nullIfMissing);
    },

    async stream(key) {
      const handle = await open(fileOf(key)).catch(nullIfMissing);
      return handle?.createReadStream() ?? null;
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A renamed file survives a power cut once its folder is on disk; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
