import { createHash, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Reads a file or makes it once, readable by us alone. Two processes that start at once agree on the first one's. */
export async function readOrCreateFile(file: string, make: () => string | Promise<string>): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Under its name only once it is whole: whoever starts at the same time must not read half a secret, or none.
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    await writeFile(draft, await make(), { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

/** The installation's secrets: those of SECRET_KEY, else one made once in the data folder. */
export async function loadSecrets(configured: string[], dataDir: string): Promise<string[]> {
  if (configured.length > 0) return configured;
  const made = await readOrCreateFile(path.join(dataDir, 'secret.key'), () => `${randomBytes(32).toString('hex')}\n`);
  return [made.trim()];
}

/** One key per purpose from each secret, so that what signs links never signs senders. */
export function deriveKeys(secrets: string[], purpose: string): Buffer[] {
  return secrets.map((secret) => createHmac('sha256', secret).update(`nameplate ${purpose}`).digest());
}

/** 256 random bits for a link or a session, in letters that survive every mail program. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
