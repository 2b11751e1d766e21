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

/** Returns certificate and key for STARTTLS: the configured files, or a self-signed pair that is created once in the data folder. */
export async function loadTls(configured: Tls | undefined, dataDir: string, hostname: string): Promise<Tls> {
  if (configured) return usablePair(configured);
  const made = await readOrCreateFile(path.join(dataDir, 'tls.json'), async () => {
    // Loaded on demand: it takes 20 MB of memory and is needed once per data folder.
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
 * Calls back with a renewed certificate, so that no restart is needed. Returns a function that stops watching. A key that does
 * not match the certificate is ignored until the other file has changed too.
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
          // Throws if the key does not match the certificate.
          createSecureContext(tls);
          onRenewed(tls);
          log.info({ event: 'mail.tls.renewed' }, 'the certificate of TLS_CERT was renewed');
        })
        .catch((error) =>
          log.warn({ event: 'mail.tls.not_usable', err: error }, 'TLS_CERT and TLS_KEY changed and cannot be used yet'),
        );
    },
    interval,
  );
}

/** Returns the configured pair. Throws StartError if the files are not a certificate and its key. */
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

/** Reads both files as PEM text. */
export async function readPair({ cert, key }: Tls): Promise<Tls> {
  const [certText, keyText] = await Promise.all([readFile(cert, 'utf8'), readFile(key, 'utf8')]);
  return { cert: certText, key: keyText };
}
