import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepFile } from './secrets.ts';

export interface DkimKey {
  selector: string;
  /** PEM, PKCS #8. */
  privateKey: string;
}

/** All keys of a folder, `<selector>.pem` each, the newest first: selectors carry their date and sort by name. */
export async function readDkimKeys(folder: string): Promise<DkimKey[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const selectors = names.filter((name) => name.endsWith('.pem')).map((name) => name.slice(0, -4));
  const keys = selectors
    .sort()
    .reverse()
    .map(async (selector) => ({ selector, privateKey: await readFile(path.join(folder, `${selector}.pem`), 'utf8') }));
  return Promise.all(keys);
}

/** The key that signs; made once where the folder has none. */
export async function signingKey(folder: string, now: Date): Promise<DkimKey> {
  const [newest] = await readDkimKeys(folder);
  if (newest) return newest;
  const selector = `np${now.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const privateKey = await keepFile(path.join(folder, `${selector}.pem`), () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  });
  return { selector, privateKey };
}

/** The TXT record that publishes a key (RFC 6376 3.6.1), as one string. */
export function dkimRecord({ privateKey }: DkimKey): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return `v=DKIM1; k=rsa; p=${der.toString('base64')}`;
}
