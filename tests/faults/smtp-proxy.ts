import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Certificate } from '../../fakes/certificates.ts';
import { TlsDoor } from './tls-door.ts';

/** The state of the connection between the mail server and a destination. */
export type Wire =
  | { kind: 'straight' }
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
  | { kind: 'lie' }
  /** The destination replies 250 and then nothing more. */
  | { kind: 'silent after' }
  /** Replies arrive byte by byte. */
  | { kind: 'dribble'; milliseconds: number }
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
  wire: Wire = { kind: 'straight' };
  times = Number.POSITIVE_INFINITY;
  /** The number of occurrences of a fault that waits for a message. */
  struck = 0;
  /** The proxy part that offers TLS. */
  door: TlsDoor | null = null;
  private readonly ends = new Set<() => void>();
  private readonly options: SmtpProxyOptions;
  private server: Server | null = null;

  constructor(options: SmtpProxyOptions) {
    this.options = options;
  }

  get host(): string {
    return this.options.host;
  }

  async listen(): Promise<void> {
    this.server = createServer({ noDelay: true, allowHalfOpen: false }, (socket) => {
      if (this.door && this.wire.kind !== 'refuse') this.door.pass(socket);
      else this.carry(socket);
    });
    this.server.listen(this.options.port, this.options.host);
    await once(this.server, 'listening');
  }

  bend(wire: Wire, times = Number.POSITIVE_INFINITY): void {
    this.wire = wire;
    this.times = times;
    this.struck = 0;
    if (wire.kind === 'refuse') this.drop();
  }

  /** Offers STARTTLS to new connections, and ends the open ones. */
  async offerTls(certificate: Certificate): Promise<void> {
    this.door = await TlsDoor.open(certificate, (socket) => this.carry(socket));
    this.drop();
  }

  /** Restores the initial state, without faults and without TLS. */
  heal(): void {
    this.straighten();
    if (this.door) this.drop();
    this.door?.close();
    this.door = null;
  }

  /** Ends the fault, and cuts frozen connections. */
  straighten(): void {
    const wasFrozen = this.wire.kind === 'freeze' || this.wire.kind === 'silent after';
    this.wire = { kind: 'straight' };
    if (wasFrozen) this.drop();
  }

  drop(): void {
    for (const cut of this.ends) cut();
  }

  async close(): Promise<void> {
    this.drop();
    this.door?.close();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(null)));
  }

  private carry(client: Socket): void {
    if (this.wire.kind === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.options.target, host: '127.0.0.1', noDelay: true });
    const talk = new Talk();
    let mute = false;
    const end = () => {
      this.ends.delete(cut);
      client.destroy();
      server.destroy();
    };
    /** Ends the connection from the destination's side, without the reply to a complete message. */
    const cut = () => {
      if (talk.replyDue && this.ends.has(cut)) this.noteHits(talk);
      end();
    };
    this.ends.add(cut);
    client.on('error', () => {}).on('close', end);
    server.on('error', () => {}).on('close', cut);

    client.on('data', (chunk: Buffer) => {
      if (this.wire.kind === 'freeze' || mute) return;
      if (this.wire.kind === 'reset at' && talk.inData && talk.dataBytes + chunk.length >= this.wire.bytes) {
        if (this.strike()) {
          client.resetAndDestroy();
          server.destroy();
          return;
        }
      }
      talk.said(chunk);
      if (this.wire.kind === 'cut at dot' && talk.replyDue && this.strike()) {
        talk.replyDue = false;
        server.destroy();
        client.destroy();
        return;
      }
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (this.wire.kind === 'freeze' || mute) return;
      const isReply = talk.heard(chunk);
      const { wire } = this;
      if (wire.kind === 'dribble') {
        void dribble(client, chunk, wire.milliseconds).then(() => {
          if (isReply) talk.replyDue = false;
        });
        return;
      }
      if (!isReply || chunk[0] !== 0x32) client.write(chunk);
      else if (wire.kind === 'cut reply' && this.strike()) return cut();
      else if (wire.kind === 'lie' && this.strike()) {
        this.noteHits(talk);
        client.write('451 4.3.0 Not now, says who has it\r\n');
      } else if (wire.kind === 'silent after' && this.strike()) {
        client.write(chunk);
        mute = true;
      } else if (wire.kind === 'hold reply' && this.strike()) {
        wire.onHeld(() => client.write(chunk));
      } else client.write(chunk);
      if (isReply) talk.replyDue = false;
    });
  }

  private strike(): boolean {
    if (this.struck >= this.times) return false;
    this.struck++;
    return true;
  }

  private noteHits({ id, recipients }: Talk): void {
    for (const recipient of recipients) this.options.onHit(id, recipient);
  }
}

/** The state of one SMTP session: whether a message is in transfer, its number and its recipients. */
class Talk {
  inData = false;
  /** Whether a complete message has passed and its reply has not. */
  replyDue = false;
  dataBytes = 0;
  id = 0;
  recipients: string[] = [];
  private text = '';
  private awaited: '354' | 'reply' | null = null;

  said(chunk: Buffer): void {
    const piece = chunk.toString('latin1');
    this.text = this.text.slice(-(this.inData ? 200_000 : 2000)) + piece;
    if (this.inData) {
      this.dataBytes += chunk.length;
      if (this.id === 0) this.id = Number(/^X-Faults-Id: (\d+)\r$/m.exec(this.text)?.[1] ?? 0);
      if (!this.text.endsWith('\r\n.\r\n')) return;
      this.inData = false;
      this.awaited = 'reply';
      this.replyDue = true;
      this.text = '';
      return;
    }
    if (/^MAIL FROM:/im.test(piece)) this.recipients = [];
    for (const [, recipient] of piece.matchAll(/^RCPT TO:<([^>]*)>/gim)) this.recipients.push(recipient ?? '');
    if (/^DATA\r\n/im.test(piece)) this.awaited = '354';
  }

  /** Returns whether the chunk is the reply to a complete message. */
  heard(chunk: Buffer): boolean {
    if (this.awaited === 'reply') {
      this.awaited = null;
      return true;
    }
    if (this.awaited === '354' && /^354/m.test(chunk.toString('latin1'))) {
      this.awaited = null;
      this.inData = true;
      this.dataBytes = 0;
      this.id = 0;
      this.text = '';
    }
    return false;
  }
}

async function dribble(socket: Socket, chunk: Buffer, milliseconds: number): Promise<void> {
  for (const byte of chunk) {
    if (socket.destroyed) return;
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}
