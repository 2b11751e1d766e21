import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from '../../fakes/certificates.ts';

/** A failure of TLS at the proxy. The destination behind it does not see the failure. */
export type TlsBreak =
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
export class TlsDoor {
  breaks: TlsBreak | null = null;
  /** The number of complete handshakes; `broken` is the number of failed ones. */
  secured = 0;
  broken = 0;
  private readonly certificate: Certificate;
  private readonly inside: Server;

  private constructor(certificate: Certificate, behind: (socket: Socket) => void) {
    this.certificate = certificate;
    this.inside = createServer({ noDelay: true }, behind);
  }

  static async open(certificate: Certificate, behind: (socket: Socket) => void): Promise<TlsDoor> {
    const door = new TlsDoor(certificate, behind);
    door.inside.listen(0, '127.0.0.1');
    await once(door.inside, 'listening');
    return door;
  }

  /** Accepts no new connections; open ones remain until the proxy behind ends them. */
  close(): void {
    this.inside.close();
  }

  pass(client: Socket): void {
    const { port } = this.inside.address() as AddressInfo;
    const line = connect({ port, host: '127.0.0.1', noDelay: true });
    let side: Duplex = client;
    let isPlain = true;
    const hear = (chunk: Buffer) => {
      if (isPlain && /^STARTTLS\r\n$/i.test(chunk.toString('latin1'))) {
        isPlain = false;
        client.off('data', hear);
        side = this.turn(client, line);
      } else line.write(chunk);
    };
    client.on('data', hear);
    client.on('error', () => {}).on('close', () => line.end());
    line.on('data', (chunk: Buffer) => side.write(isPlain ? offered(chunk) : chunk));
    line.on('end', () => side.end());
    line.on('error', () => client.resetAndDestroy());
    line.on('close', () => setTimeout(() => client.destroy(), 100));
  }

  /** Starts TLS, or its failure. Returns the stream for the bytes of the proxy. */
  private turn(client: Socket, line: Socket): Duplex {
    const { breaks } = this;
    const [near, far] = duplexPair();
    if (breaks) this.broken++;
    if (breaks?.kind === 'cut at STARTTLS') client.destroy();
    else if (breaks?.kind === '454') client.write('454 4.7.0 TLS not available\r\n');
    else client.write('220 2.0.0 Ready\r\n');
    if (breaks?.kind === '454') {
      client.on('data', (chunk: Buffer) => line.write(chunk));
      return client;
    }
    if (breaks?.kind === 'garbage') client.once('data', () => client.write('no handshake is this\r\n'.repeat(5)));
    if (breaks && breaks.kind !== 'reset at' && breaks.kind !== 'cut when secured') return near.resume();

    let passed = 0;
    client.on('data', (chunk: Buffer) => far.write(chunk)).on('end', () => far.end());
    far.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (breaks?.kind !== 'reset at' || passed < breaks.bytes) client.write(chunk);
      else client.resetAndDestroy();
    });
    far.on('end', () => client.end());
    const secureContext = createSecureContext(this.certificate);
    const secure = new TLSSocket(near as Socket, { isServer: true, secureContext });
    secure.on('secure', () => {
      if (breaks) return void client.destroy();
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
