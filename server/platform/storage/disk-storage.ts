import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkKey, isKey, type OpenFile, type Storage } from './storage.ts';

/** Stores objects as files below a folder. The content type is not stored, because callers derive it from the key. */
export function diskStorage(folder: string): Storage {
  const fileOf = (key: string) => path.join(folder, checkKey(key));
  return {
    async put(key, content) {
      const file = fileOf(key);
      const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await write(temporary, content);
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
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

    list: () => listFolder(folder, ''),
  };
}

/** Lists complete objects only; files that are being written have another form of name. */
async function* listFolder(root: string, below: string): AsyncGenerator<string> {
  const folder = await opendir(path.join(root, below)).catch(nullIfMissing);
  if (!folder) return;
  for await (const entry of folder) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, name);
    else if (entry.isFile() && isKey(name)) yield name;
  }
}

/**
 * Creates a file, which is durable once this resolves. Closing may also fail, because some file systems report a quota
 * only then.
 */
async function write(file: string, content: Uint8Array | OpenFile): Promise<void> {
  await using handle = await open(file, 'wx');
  if (content instanceof Uint8Array) await handle.writeFile(content);
  else await copy(content, handle);
  await handle.sync();
}

/** Copies through one buffer, because a stream would allocate memory for every chunk. */
async function copy({ handle, size }: OpenFile, to: FileHandle): Promise<void> {
  const chunk = Buffer.allocUnsafeSlow(64 * 1024);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    await to.writeFile(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Syncs a folder, so that a renamed file in it survives a power failure; Windows needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
