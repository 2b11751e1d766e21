import { createHash, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads a file, or creates it, readable only by this user. Processes that start at the same time agree on the first content.
 */
export async function readOrCreateFile(file: string, make: () => string | Promise<string>): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // The file gets its name only when complete, because another starting process must not read a partial secret.
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

/** Returns the secrets of SECRET_KEY, else one that is generated once in the data folder. */
export async function loadSecrets(configured: string[], dataDir: string): Promise<string[]> {
  if (configured.length > 0) return configured;
  const made = await readOrCreateFile(path.join(dataDir, 'secret.key'), () => `${randomBytes(32).toString('hex')}\n`);
  // A restore writes several if SECRET_KEY had several.
  return made.trim().split(',');
}

/** Derives one key for a purpose from each secret, so that a key that signs links never signs senders. */
export function deriveKeys(secrets: string[], purpose: string): Buffer[] {
  return secrets.map((secret) => createHmac('sha256', secret).update(`nameplate ${purpose}`).digest());
}

/** Returns 256 random bits for a link or a session, in characters that every mail program keeps. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that the database stores in place of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
