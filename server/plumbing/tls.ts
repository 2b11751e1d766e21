import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { keepFile } from './secrets.ts';

/** Certificate and key for STARTTLS: the configured files, else a pair made once in the data folder. */
export async function loadTls(
  configured: { cert: string; key: string } | undefined,
  dataDir: string,
  hostname: string,
): Promise<{ cert: string; key: string }> {
  if (configured) {
    const [cert, key] = await Promise.all([readFile(configured.cert, 'utf8'), readFile(configured.key, 'utf8')]);
    return { cert, key };
  }
  const made = await keepFile(path.join(dataDir, 'tls.json'), async () => {
    const notAfterDate = new Date(Date.now() + 3650 * 24 * 3_600_000);
    const pems = await generate([{ name: 'commonName', value: hostname }], {
      keySize: 2048,
      algorithm: 'sha256',
      notAfterDate,
    });
    return JSON.stringify({ cert: pems.cert, key: pems.private });
  });
  return JSON.parse(made) as { cert: string; key: string };
}
