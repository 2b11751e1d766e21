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

/** Messages by their file names, which sort by time, newest first; a folder that is not there yet holds nothing. */
export async function listMessages(folder: string, most: number): Promise<{ id: string; at: Date; to: string }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, most);
  return Promise.all(
    newest.map(async (name) => {
      const id = name.slice(0, -'.eml'.length);
      return { id, at: (await stat(path.join(folder, name))).mtime, to: await recipientOf(folder, id) };
    }),
  );
}

/** The bytes of one message; null where there is none of this name. */
export async function readMessage(folder: string, id: string): Promise<Buffer | null> {
  if (!/^[\w.-]+$/.test(id)) return null;
  return readFile(path.join(folder, `${id}.eml`)).catch(() => null);
}

/** The first bytes of one message; empty where there is none of this name. */
export async function beginningOfMessage(folder: string, id: string, most: number): Promise<Buffer> {
  const file = await open(path.join(folder, `${id}.eml`)).catch(() => null);
  if (!file) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
