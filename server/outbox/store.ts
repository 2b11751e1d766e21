import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Newest first; a folder that is not there yet holds nothing. */
export async function listMessages(folder: string, most: number): Promise<{ id: string; at: Date }[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith('.eml'));
  const dated = await Promise.all(
    files.map(async (name) => ({ id: name.slice(0, -4), at: (await stat(path.join(folder, name))).mtime })),
  );
  return dated.sort((a, b) => b.at.getTime() - a.at.getTime() || b.id.localeCompare(a.id)).slice(0, most);
}

/** The bytes of one message; null where there is none of this name. */
export async function readMessage(folder: string, id: string): Promise<Buffer | null> {
  if (!/^[\w.-]+$/.test(id)) return null;
  return readFile(path.join(folder, `${id}.eml`)).catch(() => null);
}
