import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Certificate } from '../../../fakes/certificates.ts';
import { TlsProxy } from './tls-proxy.ts';

/** A fault of the connection between the mail server and a destination. */
export type LineFault =
  | { kind: 'none' }
  /** New connections are reset immediately. */
  | { kind: 'refuse' }
  /** Connections stay open, and no byte passes, as with a pulled cable. */
  | { kind: 'freeze' }
  /** The connection is reset after this many bytes of a message. */
  | { kind: 'reset at'; bytes: number }
  /** The final dot does not reach the destination, which keeps nothing. */
  | { kind: 'cut at dot' }
  /** The destination accepts the message, and the connection is cut before its 250 passes. */
  | { kind: 'cut reply' }
  /** The destination accepts the message and replies 4xx, so that it gets the message again. */
  | { kind: 'false reply' }
  /** The destination replies 250 and then nothing more. */
  | { kind: 'silent after' }
  /** Replies arrive byte by byte. */
  | { kind: 'slow replies'; milliseconds: number }
  /** The destination accepts the message; its 250 is held until `release` is called. */
  | { kind: 'hold reply'; onHeld(release: () => void): void };

export interface SmtpProxyOptions {
  host: string;
  port: number;
  /** The destination's port on 127.0.0.1. */
  target: number;
  /** Called when a destination has accepted a message and the mail server does not get the reply. */
  onHit(id: number, destination: string): void;
}

/** A proxy in front of one destination. `times` limits the occurrences of a fault that waits for a message. */
export class SmtpProxy {
  fault: LineFault = { kind: 'none' };
  times = Number.POSITIVE_INFINITY;
  /** The number of occurrences of a fault that waits for a message. */
  occurrences = 0;
  /** Terminates TLS; null if the proxy offers none. */
  tlsProxy: TlsProxy | null = null;
  readonly #ends = new Set<() => void>();
  readonly #options: SmtpProxyOptions;
  #server: Server | null = null;

  constructor(options: SmtpProxyOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.host;
  }

  async listen(): Promise<void> {
    this.#server = createServer({ noDelay: true, allowHalfOpen: false }, (socket) => {
      if (this.tlsProxy && this.fault.kind !== 'refuse') this.tlsProxy.accept(socket);
      else this.#forward(socket);
    });
    this.#server.listen(this.#options.port, this.#options.host);
    await once(this.#server, 'listening');
  }

  inject(fault: LineFault, times = Number.POSITIVE_INFINITY): void {
    this.fault = fault;
    this.times = times;
    this.occurrences = 0;
    if (fault.kind === 'refuse') this.drop();
  }

  /** Offers STARTTLS to new connections, and ends the open ones. */
  async offerTls(certificate: Certificate): Promise<void> {
    this.tlsProxy = await TlsProxy.open(certificate, (socket) => this.#forward(socket));
    this.drop();
  }

  /** Restores the initial state, without faults and without TLS. */
  clearFaults(): void {
    this.clearFault();
    if (this.tlsProxy) this.drop();
    this.tlsProxy?.close();
    this.tlsProxy = null;
  }

  /** Ends the fault, and cuts frozen connections. */
  clearFault(): void {
    const wasFrozen = this.fault.kind === 'freeze' || this.fault.kind === 'silent after';
    this.fault = { kind: 'none' };
    if (wasFrozen) this.drop();
  }

  drop(): void {
    for (const cut of this.#ends) cut();
  }

  async close(): Promise<void> {
    this.drop();
    this.tlsProxy?.close();
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(null)));
  }

  #forward(client: Socket): void {
    if (this.fault.kind === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.#options.target, host: '127.0.0.1', noDelay: true });
    const session = new SmtpSession();
    let isMuted = false;
    const end = () => {
      this.#ends.delete(cut);
      client.destroy();
      server.destroy();
    };
    /** Ends the connection from the destination's side, without the reply to a complete message. */
    const cut = () => {
      if (session.replyDue && this.#ends.has(cut)) this.#reportHits(session);
      end();
    };
    this.#ends.add(cut);
    client.on('error', () => {}).on('close', end);
    server.on('error', () => {}).on('close', cut);

    client.on('data', (chunk: Buffer) => {
      if (this.fault.kind === 'freeze' || isMuted) return;
      if (this.fault.kind === 'reset at' && session.inData && session.dataBytes + chunk.length >= this.fault.bytes) {
        if (this.#takeOccurrence()) {
          client.resetAndDestroy();
          server.destroy();
          return;
        }
      }
      session.onClientData(chunk);
      if (this.fault.kind === 'cut at dot' && session.replyDue && this.#takeOccurrence()) {
        session.replyDue = false;
        server.destroy();
        client.destroy();
        return;
      }
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (this.fault.kind === 'freeze' || isMuted) return;
      const isReply = session.onServerData(chunk);
      const { fault } = this;
      if (fault.kind === 'slow replies') {
        void writeSlowly(client, chunk, fault.milliseconds).then(() => {
          if (isReply) session.replyDue = false;
        });
        return;
      }
      if (!isReply || chunk[0] !== 0x32) client.write(chunk);
      else if (fault.kind === 'cut reply' && this.#takeOccurrence()) return cut();
      else if (fault.kind === 'false reply' && this.#takeOccurrence()) {
        this.#reportHits(session);
        client.write('451 4.3.0 Try again later\r\n');
      } else if (fault.kind === 'silent after' && this.#takeOccurrence()) {
        client.write(chunk);
        isMuted = true;
      } else if (fault.kind === 'hold reply' && this.#takeOccurrence()) {
        fault.onHeld(() => client.write(chunk));
      } else client.write(chunk);
      if (isReply) session.replyDue = false;
    });
  }

  #takeOccurrence(): boolean {
    if (this.occurrences >= this.times) return false;
    this.occurrences++;
    return true;
  }

  #reportHits({ id, recipients }: SmtpSession): void {
    for (const recipient of recipients) this.#options.onHit(id, recipient);
  }
}

/** The state of one SMTP session: whether a message is in transfer, its number and its recipients. */
class SmtpSession {
  inData = false;
  /** Whether a complete message has passed and its reply has not. */
  replyDue = false;
  dataBytes = 0;
  id = 0;
  recipients: string[] = [];
  #text = '';
  #awaited: '354' | 'reply' | null = null;

  onClientData(chunk: Buffer): void {
    const piece = chunk.toString('latin1');
    this.#text = this.#text.slice(-(this.inData ? 200_000 : 2000)) + piece;
    if (this.inData) {
      this.dataBytes += chunk.length;
      if (this.id === 0) this.id = Number(/^X-Faults-Id: (\d+)\r$/m.exec(this.#text)?.[1] ?? 0);
      if (!this.#text.endsWith('\r\n.\r\n')) return;
      this.inData = false;
      this.#awaited = 'reply';
      this.replyDue = true;
      this.#text = '';
      return;
    }
    if (/^MAIL FROM:/im.test(piece)) this.recipients = [];
    for (const [, recipient] of piece.matchAll(/^RCPT TO:<([^>]*)>/gim)) this.recipients.push(recipient ?? '');
    if (/^DATA\r\n/im.test(piece)) this.#awaited = '354';
  }

  /** Returns whether the chunk is the reply to a complete message. */
  onServerData(chunk: Buffer): boolean {
    if (this.#awaited === 'reply') {
      this.#awaited = null;
      return true;
    }
    if (this.#awaited === '354' && /^354/m.test(chunk.toString('latin1'))) {
      this.#awaited = null;
      this.inData = true;
      this.dataBytes = 0;
      this.id = 0;
      this.#text = '';
    }
    return false;
  }
}

async function writeSlowly(socket: Socket, chunk: Buffer, milliseconds: number): Promise<void> {
  for (const byte of chunk) {
    if (socket.destroyed) return;
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}
