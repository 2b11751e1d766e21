import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readOrCreateFile } from '../../platform/crypto/secrets.ts';

export interface DkimKey {
  selector: string;
  /** PEM, PKCS #8. */
  privateKey: string;
  /** When the file was made. */
  made: Date;
}

/** All keys of a folder, `<selector>.pem` each, the newest first: selectors carry their date and sort by name. */
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

/** The keys of a folder; one is made where it has none. */
export async function keepDkimKeys(folder: string, now: Date): Promise<DkimKey[]> {
  const keys = await readDkimKeys(folder);
  if (keys.length > 0) return keys;
  await makeDkimKey(folder, now);
  return readDkimKeys(folder);
}

const DAY = 24 * 3600 * 1000;

/** A key for who signs once and does not ask DNS: the newest that had a day to be published, else the oldest. */
export async function signingKey(folder: string, now: Date): Promise<DkimKey> {
  const keys = await keepDkimKeys(folder, now);
  const key = keys.find(({ made }) => now.getTime() - made.getTime() > DAY) ?? keys.at(-1);
  if (!key) throw new Error(`There is no key in ${folder}`);
  return key;
}

/** Makes one more key, whose selector sorts behind all others; answers it. */
export async function makeDkimKey(folder: string, now: Date): Promise<DkimKey> {
  const day = `np${now.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const taken = new Set((await readDkimKeys(folder)).map(({ selector }) => selector));
  // The second of one day gets a letter, and so on.
  const free = ['', ...'bcdefghijklmnopqrstuvwxyz'].map((letter) => day + letter).find((name) => !taken.has(name));
  if (free === undefined) throw new Error('Enough keys were made today');
  const privateKey = await readOrCreateFile(path.join(folder, `${free}.pem`), () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
  return { selector: free, privateKey, made: now };
}

/** The TXT record that publishes a key (RFC 6376 3.6.1), as one string. */
export function dkimRecord({ privateKey }: Pick<DkimKey, 'privateKey'>): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}

/** The public key within a DKIM record; undefined where it has none. */
export function publicKeyOf(record: string): string | undefined {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '');
}
