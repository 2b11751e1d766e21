import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from '../../../fakes/certificates.ts';

/** A failure of TLS at the proxy. The destination behind it does not see the failure. */
export type TlsFailure =
  /** Offers STARTTLS, and cuts the connection at the command. */
  | { kind: 'cut at STARTTLS' }
  | { kind: '454' }
  /** Replies 220 to STARTTLS, and then nothing. */
  | { kind: 'silence' }
  | { kind: 'garbage' }
  /** Resets the connection after this many bytes of the server's handshake. */
  | { kind: 'reset at'; bytes: number }
  /** Cuts the connection right after the handshake. */
  | { kind: 'cut when secured' };

/** The last line of a reply to EHLO. */
const OFFER = '250 STARTTLS\r\n';

/** Offers STARTTLS in front of a proxy and terminates TLS. */
export class TlsProxy {
  failure: TlsFailure | null = null;
  /** The number of complete handshakes; `failed` is the number of failed ones. */
  secured = 0;
  failed = 0;
  readonly #certificate: Certificate;
  readonly #inside: Server;

  constructor(certificate: Certificate, behind: (socket: Socket) => void) {
    this.#certificate = certificate;
    this.#inside = createServer({ noDelay: true }, behind);
  }

  static async open(certificate: Certificate, behind: (socket: Socket) => void): Promise<TlsProxy> {
    const tlsProxy = new TlsProxy(certificate, behind);
    tlsProxy.#inside.listen(0, '127.0.0.1');
    await once(tlsProxy.#inside, 'listening');
    return tlsProxy;
  }

  /** Accepts no new connections; open ones remain until the proxy behind ends them. */
  close(): void {
    this.#inside.close();
  }

  accept(client: Socket): void {
    const { port } = this.#inside.address() as AddressInfo;
    const line = connect({ port, host: '127.0.0.1', noDelay: true });
    let side: Duplex = client;
    let isPlain = true;
    const onData = (chunk: Buffer) => {
      if (isPlain && /^STARTTLS\r\n$/i.test(chunk.toString('latin1'))) {
        isPlain = false;
        client.off('data', onData);
        side = this.#startTls(client, line);
      } else line.write(chunk);
    };
    client.on('data', onData);
    client.on('error', () => {}).on('close', () => line.end());
    line.on('data', (chunk: Buffer) => side.write(isPlain ? offered(chunk) : chunk));
    line.on('end', () => side.end());
    line.on('error', () => client.resetAndDestroy());
    line.on('close', () => setTimeout(() => client.destroy(), 100));
  }

  /** Starts TLS, or causes the failure. Returns the stream for the bytes of the proxy. */
  #startTls(client: Socket, line: Socket): Duplex {
    const { failure } = this;
    const [near, far] = duplexPair();
    if (failure) this.failed++;
    if (failure?.kind === 'cut at STARTTLS') client.destroy();
    else if (failure?.kind === '454') client.write('454 4.7.0 TLS not available\r\n');
    else client.write('220 2.0.0 Ready\r\n');
    if (failure?.kind === '454') {
      client.on('data', (chunk: Buffer) => line.write(chunk));
      return client;
    }
    if (failure?.kind === 'garbage') client.once('data', () => client.write('not a TLS handshake\r\n'.repeat(5)));
    if (failure && failure.kind !== 'reset at' && failure.kind !== 'cut when secured') return near.resume();

    let passed = 0;
    client.on('data', (chunk: Buffer) => far.write(chunk)).on('end', () => far.end());
    far.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (failure?.kind !== 'reset at' || passed < failure.bytes) client.write(chunk);
      else client.resetAndDestroy();
    });
    far.on('end', () => client.end());
    const secureContext = createSecureContext(this.#certificate);
    const secure = new TLSSocket(near as Socket, { isServer: true, secureContext });
    secure.on('secure', () => {
      if (failure) return void client.destroy();
      this.secured++;
    });
    secure.on('data', (chunk: Buffer) => line.write(chunk));
    secure.on('end', () => line.end());
    secure.on('error', () => client.destroy());
    return secure;
  }
}

/** Adds one line to a reply to EHLO. */
function offered(chunk: Buffer): Buffer | string {
  const text = chunk.toString('latin1');
  if (!/^250-.*\r\n250 [A-Z]+\r\n$/s.test(text)) return chunk;
  return text.replace(/^250 ([A-Z]+\r\n)$/m, `250-$1${OFFER}`);
}
