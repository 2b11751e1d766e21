import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { checkServerIdentity, connect, createSecureContext, getCACertificates, TLSSocket } from 'node:tls';
import { readPair, type Tls } from './tls.ts';

const HANDSHAKE_WITHIN = 5000;
/** How long a result holds: certificates are renewed, and end. */
const KEPT_FOR = 60_000;

/**
 * Returns why other servers cannot verify a certificate for this name, or null if they can: the same handshake as theirs, in
 * memory, against this machine's and Node's root certificates. RFC 8461 4.1 looks at subject alternative names alone.
 */
export async function certificateFault({ cert, key }: Tls, hostname: string): Promise<string | null> {
  const [near, far] = duplexPair();
  try {
    const server = new TLSSocket(near, { isServer: true, secureContext: createSecureContext({ cert, key }) });
    server.on('error', () => {});
    const client = connect({
      socket: far,
      servername: hostname,
      ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
      checkServerIdentity: (name, peer) =>
        peer.subjectaltname ? checkServerIdentity(name, peer) : new Error('it has no subject alternative name'),
    });
    await once(client, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_WITHIN) });
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    near.destroy();
    far.destroy();
  }
}

/** Whether other servers can verify the certificate of TLS_CERT, looked at anew every minute; false without one. */
export function watchCertificateTrust(
  files: Tls | undefined,
  hostname: string,
  onFault: (fault: string) => void,
): () => Promise<boolean> {
  let known: { at: number; trusted: Promise<boolean> } | undefined;
  let reported: string | null = null;
  async function look(): Promise<boolean> {
    if (!files) return false;
    const fault = await readPair(files)
      .then((tls) => certificateFault(tls, hostname))
      .catch((error: Error) => error.message);
    if (fault !== null && fault !== reported) onFault(fault);
    reported = fault;
    return fault === null;
  }
  return () => {
    if (!known || Date.now() - known.at > KEPT_FOR) known = { at: Date.now(), trusted: look() };
    return known.trusted;
  };
}
