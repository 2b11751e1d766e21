import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkKey, type OpenFile, type Storage } from './storage.ts';

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
        if (content instanceof Uint8Array) await handle.writeFile(content);
        else await copy(content, handle);
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

    async open(key) {
      return open(fileOf(key)).catch(nullIfMissing);
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  };
}

/** In one buffer: a stream would take new memory for every piece. */
async function copy({ handle, size }: OpenFile, to: FileHandle): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(64 * 1024);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    await to.writeFile(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
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
