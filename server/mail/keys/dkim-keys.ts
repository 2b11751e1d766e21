import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../../contract/time.ts';
import { readOrCreateFile } from '../../platform/crypto/secrets.ts';

export interface DkimKey {
  selector: string;
  /** PEM, PKCS #8. */
  privateKey: string;
  /** Creation time of the file. */
  made: Date;
}

/** Returns all keys of a folder (`<selector>.pem`), newest first. Selectors contain the date and sort by name. */
export async function readDkimKeys(folder: string): Promise<DkimKey[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const selectors = names.filter((name) => name.endsWith('.pem')).map((name) => name.slice(0, -4));
  const keys = selectors
    .sort()
    .reverse()
    .map(async (selector) => {
      const file = path.join(folder, `${selector}.pem`);
      const [privateKey, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
      return { selector, privateKey, made: mtime };
    });
  return Promise.all(keys);
}

/** Returns the keys of a folder, and creates one if the folder is empty. */
export async function ensureDkimKeys(folder: string, now: Date): Promise<DkimKey[]> {
  const keys = await readDkimKeys(folder);
  if (keys.length > 0) return keys;
  await makeDkimKey(folder, now);
  return readDkimKeys(folder);
}

/** Returns a key for a single signature without a DNS lookup: the newest one older than a day, or else the oldest. */
export async function signingKey(folder: string, now: Date): Promise<DkimKey> {
  const keys = await ensureDkimKeys(folder, now);
  const key = keys.find(({ made }) => now.getTime() - made.getTime() > DAY) ?? keys.at(-1);
  if (!key) throw new Error(`There is no key in ${folder}`);
  return key;
}

/** Creates and returns a key whose selector sorts after all others. */
export async function makeDkimKey(folder: string, now: Date): Promise<DkimKey> {
  const day = `np${now.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const taken = new Set((await readDkimKeys(folder)).map(({ selector }) => selector));
  // The second key of a day gets the letter b, and so on.
  const free = ['', ...'bcdefghijklmnopqrstuvwxyz'].map((letter) => day + letter).find((name) => !taken.has(name));
  if (free === undefined) throw new Error('No free selector is left for a key of this day');
  const privateKey = await readOrCreateFile(path.join(folder, `${free}.pem`), () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
  return { selector: free, privateKey, made: now };
}

/** Returns the TXT record that publishes a key (RFC 6376 3.6.1), as one string. */
export function dkimRecord({ privateKey }: Pick<DkimKey, 'privateKey'>): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}

/** Returns the public key in a DKIM record. */
export function publicKeyOf(record: string): string | undefined {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '');
}
