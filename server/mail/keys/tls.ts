import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { StartError } from '../../platform/config/start-error.ts';
import { readOrCreateFile } from '../../platform/crypto/secrets.ts';
import type { Logger } from '../../platform/log/log.ts';
import { watchFiles } from './watch-files.ts';

export interface Tls {
  cert: string;
  key: string;
}

/** Certificate and key for STARTTLS: the configured files, else a pair made once in the data folder. */
export async function loadTls(configured: Tls | undefined, dataDir: string, hostname: string): Promise<Tls> {
  if (configured) return usablePair(configured);
  const made = await readOrCreateFile(path.join(dataDir, 'tls.json'), async () => {
    // Needed once in the life of a folder, and 20 MB of memory.
    const { generate } = await import('selfsigned');
    const notAfterDate = new Date(Date.now() + 3650 * 24 * 3_600_000);
    const pems = await generate([{ name: 'commonName', value: hostname }], {
      keySize: 2048,
      algorithm: 'sha256',
      notAfterDate,
    });
    return JSON.stringify({ cert: pems.cert, key: pems.private });
  });
  return JSON.parse(made) as Tls;
}

/**
 * Hands over a certificate that took the place of the one before, so that nothing need be restarted; answers how to
 * stop. A pair that does not fit together yet is left until the other file has changed too.
 */
export function watchTls(
  configured: Tls | undefined,
  onRenewed: (tls: Tls) => void,
  log: Logger,
  interval?: number,
): () => void {
  if (!configured) return () => {};
  return watchFiles(
    [configured.cert, configured.key],
    () => {
      readPair(configured)
        .then((tls) => {
          // Throws where the key is not the certificate's.
          createSecureContext(tls);
          onRenewed(tls);
          log.info('the certificate of TLS_CERT was renewed');
        })
        .catch((error) => log.warn({ err: error }, 'TLS_CERT and TLS_KEY changed and cannot be used yet'));
    },
    interval,
  );
}

/** The configured pair. Throws StartError where its two files are no certificate and its key. */
async function usablePair(files: Tls): Promise<Tls> {
  const tls = await readPair(files);
  try {
    createSecureContext(tls);
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`TLS_CERT and TLS_KEY are not a certificate and its key in PEM form: ${message}`, error);
  }
  return tls;
}

/** Reads the PEM texts of two files. Rejects where one cannot be read. */
export async function readPair({ cert, key }: Tls): Promise<Tls> {
  const [certText, keyText] = await Promise.all([readFile(cert, 'utf8'), readFile(key, 'utf8')]);
  return { cert: certText, key: keyText };
}
