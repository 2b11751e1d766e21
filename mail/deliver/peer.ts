import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { Parcel, Watch } from '../ports.ts';

/** A failed step of a conversation. */
export interface PeerError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What the base class keeps to itself and this one needs. */
interface Inside {
  _supportedExtensions: string[];
  _sendCommand(line: string, logged?: string): void;
}

const inherited = SMTPConnection.prototype as unknown as Inside;

/** A conversation with one mail server, kept open for many messages. */
export class Peer extends SMTPConnection {
  /** Messages this conversation has carried. */
  uses = 0;
  private utf8 = false;

  constructor(options: SMTPConnectionOptions) {
    super({ logger: false, ...options });
    this.on('error', () => {}); // every step reports its own failure
  }

  /** Greets the server, turns to TLS where it can, and signs in if told to. Rejects with the step that failed. */
  async greet(auth?: SMTPConnectionAuth): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.once('error', reject);
      this.once('end', () => reject(new Error('Connection closed')));
      this.connect((error) => (error ? reject(error) : resolve()));
    });
    // The final dot is a write of its own: it must not wait until the peer has confirmed the bytes before it.
    if (this._socket) this._socket.setNoDelay(true);
    if (!auth) return;
    await new Promise<void>((resolve, reject) => {
      this.login(auth, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Whether the server has announced an extension. */
  offers(extension: string): boolean {
    return (this as unknown as Inside)._supportedExtensions.includes(extension);
  }

  get open(): boolean {
    const socket = this._socket || null;
    return !this.destroyed && socket?.writable === true && socket.readable;
  }

  /** Hands one message over and resolves with the server's words after the final dot. Rejects with a PeerError. */
  sendParcel(parcel: Parcel, onDot: Watch['onDot']): Promise<string> {
    this.uses++;
    this.utf8 = parcel.utf8;
    const bytes = parcel.body.open();
    bytes.once('end', onDot);
    return new Promise((resolve, reject) => {
      const envelope = { from: parcel.from, to: [parcel.to], size: parcel.body.size, use8BitMime: true };
      this.send(envelope, bytes, (error, info) => (error ? reject(error) : resolve(info?.response ?? '')));
    });
  }

  /** Makes the conversation fit for the next message after a refused one. */
  clear(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error('Connection closed'));
      this.once('end', onEnd);
      this.reset((error) => {
        this.off('end', onEnd);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** The base class asks for SMTPUTF8 when an address needs it; a header may need it too (RFC 6531 3.2). */
  _sendCommand(line: string, logged?: string): void {
    const asks = this.utf8 && line.startsWith('MAIL FROM:') && !line.includes(' SMTPUTF8');
    inherited._sendCommand.call(this, asks ? `${line} SMTPUTF8` : line, logged);
  }
}
