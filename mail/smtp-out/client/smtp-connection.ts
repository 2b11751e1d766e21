import { connect, isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Reply, ReplyReader } from './reply.ts';
import { SmtpFailure, type Step } from './smtp-failure.ts';

/** Client timeouts in milliseconds (RFC 5321 4.5.3.2). */
export interface SmtpTimeouts {
  connect: number;
  /** For the 220 greeting. */
  greeting: number;
  /** For EHLO, MAIL and RCPT each. */
  command: number;
  /** For the 354 after DATA. */
  data: number;
  /** For each block of data. */
  block: number;
  /** For the reply to the final dot. */
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

/** Opens a TCP connection. Rejects with an SmtpFailure of step `connect`. */
export function dial(
  address: { host: string; port: number; localAddress?: string },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // A host name must resolve to the family of the local address.
    const family = isIP(address.localAddress ?? '');
    const socket = connect({ ...address, ...(family && { family }), noDelay: true, keepAlive: true });
    const fail = (text: string) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new SmtpFailure('connect', text));
    };
    const onAbort = () => fail('Connection attempt aborted');
    const timer = setTimeout(
      () => fail(`Connection timed out after ${Math.ceil(timeoutMs / 1000)} seconds`),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    // Never removed: an error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => fail(`Connection failed: ${error.code ?? error.message}`));
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

/** A connection to an SMTP server: writes commands and data, reads replies with timeouts. */
export class SmtpConnection {
  socket: Socket | TLSSocket;
  /** Time of the last reply or accepted write, by performance.now(). */
  lastActivity = performance.now();
  #reader = new ReplyReader();
  readonly #replies: Reply[] = [];
  #waiting: Waiting | null = null;
  #endReason: string | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    this.#listen();
  }

  /**
   * Continues over a TLS socket. Returns false if the server sent data before the handshake (RFC 3207 4.2, injection).
   */
  switchTo(upgrade: (socket: Socket) => TLSSocket): boolean {
    if (!this.#isQuiet) return false;
    this.socket.removeListener('data', this.#onData);
    this.socket = upgrade(this.socket as Socket);
    this.#reader = new ReplyReader();
    this.#listen();
    return true;
  }

  /** Whether the socket is writable and no unsolicited reply (such as 421) has arrived. */
  get open(): boolean {
    return this.#endReason === null && this.socket.writable && this.#isQuiet;
  }

  get #isQuiet(): boolean {
    return this.#reader.isEmpty && this.#replies.length === 0;
  }

  /** Takes a reply that arrived before it was expected. */
  takeEarlyReply(): Reply | undefined {
    return this.#replies.shift();
  }

  write(text: string): void {
    this.lastActivity = performance.now();
    this.socket.write(text);
  }

  /** Returns the next reply. Rejects with an SmtpFailure of `step` on timeout or disconnection. */
  readReply(step: Step, timeoutMs: number): Promise<Reply> {
    const ready = this.#replies.shift();
    if (ready) return Promise.resolve(ready);
    if (this.#endReason !== null) return Promise.reject(new SmtpFailure(step, this.#endReason));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(`No reply within ${Math.ceil(timeoutMs / 1000)} seconds`), timeoutMs);
      this.#waiting = {
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

  /** Writes data and waits until the socket buffer drains. Rejects on timeout. */
  async send(pieces: Buffer[], timeoutMs: number): Promise<void> {
    const { socket } = this;
    let room = true;
    socket.cork();
    for (const piece of pieces) room = socket.write(piece);
    socket.uncork();
    if (room) return;
    if (this.#endReason !== null) throw new SmtpFailure('body', this.#endReason);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => this.end(`The server accepted no data for ${Math.ceil(timeoutMs / 1000)} seconds`),
        timeoutMs,
      );
      const settle = () => {
        this.lastActivity = performance.now();
        clearTimeout(timer);
        socket.off('drain', settle);
        socket.off('close', settle);
        if (this.#endReason === null && !socket.destroyed) resolve();
        else reject(new SmtpFailure('body', this.#endReason ?? 'Connection closed'));
      };
      socket.on('drain', settle);
      socket.on('close', settle);
    });
  }

  /** Closes the connection and rejects a pending read with the reason. */
  end(reason: string): void {
    this.#endReason ??= reason;
    this.socket.destroy();
    this.#waiting?.reject(new SmtpFailure(this.#waiting.step, this.#endReason));
    this.#waiting = null;
  }

  #listen(): void {
    this.socket.on('data', this.#onData);
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.end(`Connection error: ${error.code ?? error}`));
    this.socket.on('end', () => this.end('The server closed the connection'));
    this.socket.on('close', () => this.end('Connection closed'));
  }

  #onData = (bytes: Buffer): void => {
    this.lastActivity = performance.now();
    try {
      for (const reply of this.#reader.read(bytes)) {
        const waiting = this.#waiting;
        this.#waiting = null;
        if (waiting) waiting.resolve(reply);
        else this.#replies.push(reply);
      }
      // More than our longest pipeline.
      if (this.#replies.length > 8) this.end('The server sent unsolicited replies');
    } catch (error) {
      this.end((error as Error).message);
    }
  };
}
