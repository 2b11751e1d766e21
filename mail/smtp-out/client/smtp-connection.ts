import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Reply, ReplyReader } from './reply.ts';
import { SmtpFailure, type Step } from './smtp-failure.ts';

/** Longest waits of a client, in milliseconds (RFC 5321 4.5.3.2). */
export interface SmtpTimeouts {
  connect: number;
  /** Until the banner. */
  greeting: number;
  /** For EHLO, MAIL and RCPT each. */
  command: number;
  /** For the 354 after DATA. */
  data: number;
  /** For each piece of a message to leave. */
  block: number;
  /** For the answer to the final dot. */
  dot: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 30_000,
  greeting: 300_000,
  command: 300_000,
  data: 120_000,
  block: 180_000,
  dot: 600_000,
};

/** Opens a TCP connection. Rejects with a SmtpFailure of step `connect`. */
export function dial(address: { host: string; port: number }, timeoutMs: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address, noDelay: true, keepAlive: true });
    const fail = (text: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new SmtpFailure('connect', text));
    };
    const onAbort = () => fail('No connection in time');
    const timer = setTimeout(() => fail(`No connection within ${Math.ceil(timeoutMs / 1000)} seconds`), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    // Stays for good: an error that comes later must find a listener.
    socket.on('error', (error: NodeJS.ErrnoException) => fail(`No connection: ${error.code ?? error.message}`));
    socket.once('connect', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(socket);
    });
  });
}

interface Waiting {
  step: Step;
  resolve(reply: Reply): void;
  reject(failure: SmtpFailure): void;
}

/** One line to a server: text goes out, whole replies come in, each within its time. */
export class SmtpConnection {
  socket: Socket | TLSSocket;
  /** When the server last spoke or took bytes, by performance.now(). */
  lastActivity = performance.now();
  private reader = new ReplyReader();
  private readonly replies: Reply[] = [];
  private waiting: Waiting | null = null;
  private endReason: string | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    this.listen();
  }

  /** Goes on over another socket (TLS). False when the server has already said more than was asked for (RFC 3207). */
  switchTo(upgrade: (socket: Socket) => TLSSocket): boolean {
    if (!this.isQuiet) return false;
    this.socket.removeListener('data', this.onData);
    this.socket = upgrade(this.socket as Socket);
    this.reader = new ReplyReader();
    this.listen();
    return true;
  }

  /** Whether it can be written to and the server has said nothing unasked, such as that it is closing. */
  get open(): boolean {
    return this.endReason === null && this.socket.writable && this.isQuiet;
  }

  private get isQuiet(): boolean {
    return this.reader.isEmpty && this.replies.length === 0;
  }

  /** A reply that came before it was asked for. */
  takeEarlyReply(): Reply | undefined {
    return this.replies.shift();
  }

  write(text: string): void {
    this.lastActivity = performance.now();
    this.socket.write(text);
  }

  /** The next reply. Rejects with a SmtpFailure of this step when none comes within so many milliseconds. */
  readReply(step: Step, timeoutMs: number): Promise<Reply> {
    const ready = this.replies.shift();
    if (ready) return Promise.resolve(ready);
    if (this.endReason !== null) return Promise.reject(new SmtpFailure(step, this.endReason));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(`No answer within ${Math.ceil(timeoutMs / 1000)} seconds`), timeoutMs);
      this.waiting = {
        step,
        resolve(reply) {
          clearTimeout(timer);
          resolve(reply);
        },
        reject(failure) {
          clearTimeout(timer);
          reject(failure);
        },
      };
    });
  }

  /** Writes pieces of a message; resolves when there is room for more, rejects when none comes in time. */
  async send(pieces: Buffer[], timeoutMs: number): Promise<void> {
    const { socket } = this;
    let room = true;
    socket.cork();
    for (const piece of pieces) room = socket.write(piece);
    socket.uncork();
    if (room) return;
    if (this.endReason !== null) throw new SmtpFailure('body', this.endReason);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.end(`Nothing could be sent for ${Math.ceil(timeoutMs / 1000)} seconds`), timeoutMs);
      const settle = () => {
        this.lastActivity = performance.now();
        clearTimeout(timer);
        socket.off('drain', settle);
        socket.off('close', settle);
        if (this.endReason === null && !socket.destroyed) resolve();
        else reject(new SmtpFailure('body', this.endReason ?? 'The connection ended'));
      };
      socket.on('drain', settle);
      socket.on('close', settle);
    });
  }

  /** Ends the line; whoever waits for a reply hears why. */
  end(reason: string): void {
    this.endReason ??= reason;
    this.socket.destroy();
    this.waiting?.reject(new SmtpFailure(this.waiting.step, this.endReason));
    this.waiting = null;
  }

  private listen(): void {
    this.socket.on('data', this.onData);
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.end(`The connection broke: ${error.code ?? error}`));
    this.socket.on('end', () => this.end('The server closed the connection'));
    this.socket.on('close', () => this.end('The connection ended'));
  }

  private onData = (bytes: Buffer): void => {
    this.lastActivity = performance.now();
    try {
      for (const reply of this.reader.read(bytes)) {
        const { waiting } = this;
        this.waiting = null;
        if (waiting) waiting.resolve(reply);
        else this.replies.push(reply);
      }
      // More than any pipeline of ours can have asked for.
      if (this.replies.length > 8) this.end('The server talks without being asked');
    } catch (error) {
      this.end((error as Error).message);
    }
  };
}
