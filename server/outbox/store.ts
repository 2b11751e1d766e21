import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

async function recipientOf(folder: string, id: string): Promise<string> {
  try {
    const envelope = JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')) as { to?: unknown };
    return typeof envelope.to === 'string' ? envelope.to : '';
  } catch {
    return '';
  }
}

/**
 * Returns the newest messages, newest first, because file names sort by time. Returns an empty list if the folder does
 * not exist.
 */
export async function listMessages(folder: string, max: number): Promise<{ id: string; at: Date; to: string }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, max);
  return Promise.all(
    newest.map(async (name) => {
      const id = name.slice(0, -'.eml'.length);
      return { id, at: (await stat(path.join(folder, name))).mtime, to: await recipientOf(folder, id) };
    }),
  );
}

/** Returns the source of a message, or null if it does not exist. */
export async function readMessage(folder: string, id: string): Promise<Buffer | null> {
  if (!/^[\w.-]+$/.test(id)) return null;
  return readFile(path.join(folder, `${id}.eml`)).catch(() => null);
}

/** Returns the first bytes of a message, or an empty buffer if it does not exist. */
export async function readMessageStart(folder: string, id: string, max: number): Promise<Buffer> {
  const file = await open(path.join(folder, `${id}.eml`)).catch(() => null);
  if (!file) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(max), 0, max, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
