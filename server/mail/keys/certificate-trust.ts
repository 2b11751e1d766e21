import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { checkServerIdentity, connect, createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { readPair, type Tls } from './tls.ts';

const HANDSHAKE_TIMEOUT_MS = 5000;
/** Milliseconds for which a result is cached; certificates are renewed and expire. */
const CACHE_MS = 60_000;

/** Returns the root certificates of this machine and of Node, in place of those of other servers. */
export function rootCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}

/**
 * Returns why other servers cannot verify a certificate for this name, or null if they can. Makes the same handshake in
 * memory, against `rootCertificates`. RFC 8461 4.1 considers only subject alternative names.
 */
export async function verificationError({ cert, key }: Tls, hostname: string): Promise<string | null> {
  const [near, far] = duplexPair();
  try {
    const server = new TLSSocket(near, { isServer: true, secureContext: createSecureContext({ cert, key }) });
    server.on('error', () => {});
    const client = connect({
      socket: far,
      servername: hostname,
      ca: rootCertificates(),
      checkServerIdentity: (name, peer) =>
        peer.subjectaltname ? checkServerIdentity(name, peer) : new Error('it has no subject alternative name'),
    });
    await once(client, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_TIMEOUT_MS) });
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    near.destroy();
    far.destroy();
  }
}

/**
 * Returns a function that checks, at most once a minute, whether other servers can verify TLS_CERT. Always false
 * without a certificate.
 */
export function watchCertificateTrust(
  files: Tls | undefined,
  hostname: string,
  onError: (reason: string) => void,
): () => Promise<boolean> {
  let cached: { at: number; trusted: Promise<boolean> } | undefined;
  let reported: string | null = null;
  async function check(): Promise<boolean> {
    if (!files) return false;
    const reason = await readPair(files)
      .then((tls) => verificationError(tls, hostname))
      .catch((error: Error) => error.message);
    if (reason !== null && reason !== reported) onError(reason);
    reported = reason;
    return reason === null;
  }
  return () => {
    if (!cached || performance.now() - cached.at > CACHE_MS) cached = { at: performance.now(), trusted: check() };
    return cached.trusted;
  };
}
