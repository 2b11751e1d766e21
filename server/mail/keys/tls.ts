import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { DAY } from '../../../contract/time.ts';
import { StartError } from '../../platform/config/start-error.ts';
import { readOrCreateFile } from '../../platform/crypto/secrets.ts';
import { systemClock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { watchFiles } from './watch-files.ts';

export interface Tls {
  cert: string;
  key: string;
}

/**
 * Returns certificate and key for STARTTLS: the configured files, or a self-signed pair that is created once in the
 * data folder. The self-signed pair also serves until another process has written the configured files.
 */
export async function loadTls(
  configured: Tls | undefined,
  dataDir: string,
  hostname: string,
  log: Logger,
): Promise<Tls> {
  if (configured && !(await areAwaited(configured))) return usablePair(configured);
  if (configured)
    log.warn(
      { event: 'mail.tls.awaited' },
      'TLS_CERT does not exist yet: STARTTLS uses a self-signed certificate until then',
    );
  const made = await readOrCreateFile(path.join(dataDir, 'tls.json'), async () => {
    // Loaded on demand: it takes 20 MB of memory and is needed once per data folder.
    const { generate } = await import('selfsigned');
    const notAfterDate = new Date(systemClock().getTime() + 3650 * DAY);
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
 * Calls back with a renewed certificate, so that no restart is needed, and with one that was written after `shown` was
 * loaded. A key that does not match the certificate is ignored until the other file has changed too. Returns a function
 * that stops watching.
 */
export function watchTls(
  configured: Tls | undefined,
  onRenewed: (tls: Tls) => void,
  log: Logger,
  { shown, interval }: { shown?: Tls; interval?: number } = {},
): () => void {
  if (!configured) return () => {};
  const renew = () => {
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
  };
  const stop = watchFiles([...new Set([configured.cert, configured.key])], renew, interval);
  // The watcher's first check only records the current state. A missing file is awaited.
  if (shown) {
    readPair(configured).then(
      ({ cert }) => cert !== shown.cert && renew(),
      () => {},
    );
  }
  return stop;
}

/**
 * Returns whether the folders of both files exist and are empty, like a volume that a proxy will fill. A wrong file
 * name in a folder with certificates, or a missing folder, still prevents the start.
 */
async function areAwaited({ cert, key }: Tls): Promise<boolean> {
  const folders = [...new Set([path.dirname(cert), path.dirname(key)])];
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => ['not readable'])));
  return names.flat().every((name) => name.startsWith('.'));
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
