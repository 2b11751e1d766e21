import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { SMTPServer } from 'smtp-server';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { networkOf } from './client-network.ts';
import { findCommandError, IDLE_COMMANDS, parseEnvelope, verbOf } from './commands.ts';
import { Parser } from './parser.ts';
import type { Limits } from './rate-limits.ts';

/** The registry of open connections. */
export interface ConnectionRegistry {
  remove(connection: Connection): void;
  /** Called when a network delivered a message. */
  rememberNetwork(network: string): void;
}

export interface ConnectionOptions {
  /** Milliseconds from the connect, or the last message, to the end of the next message. */
  messageTimeout: number;
  limits: Limits;
}

/** A reply line holds 512 octets with its code and CRLF (RFC 5321 4.5.3.1.5). */
const MAX_TEXT = 500;

const QUIT = 'QUIT\r\n';

/**
 * One SMTP session. Replies carry the enhanced code that their text begins with; a client that sends no message within
 * `messageTimeout`, or makes too many errors, gets 421.
 */
export class Connection extends SMTPConnection {
  /** When the last complete command arrived. */
  lastCommandAt = performance.now();
  readonly network: string;
  /** When the first RCPT of the transaction arrived, by performance.now(). */
  firstRecipientAt = 0;
  /** Recipients rejected in this session. */
  refusedRecipients = 0;
  private readonly registry: ConnectionRegistry;
  private readonly rules: ConnectionOptions;
  private messageTimer: NodeJS.Timeout | undefined;
  private idleCommands = 0;
  private errors = 0;
  private isLastReply = false;
  /** The last bytes received outside TLS. */
  private tail = '';

  constructor(
    engine: SMTPServer & ConnectionRegistry,
    socket: Socket | TLSSocket,
    socketOptions: SMTPConnectionOptions | null | undefined,
    rules: ConnectionOptions,
  ) {
    super(engine, socket, socketOptions);
    this.registry = engine;
    this.rules = rules;
    this.network = networkOf(this.remoteAddress);
    this.startMessageTimer();
  }

  /** Greets after `delay` milliseconds and rejects clients that send earlier. Sends `refusal` instead if there is one. */
  greet(delay: number, refusal: SmtpReplyError | null): void {
    const talksEarly = () => {
      if (!this._ready && !this._closing)
        this._refuse(
          new SmtpReplyError(554, '5.5.0', 'Protocol error: wait for the greeting before sending commands'),
          false,
        );
    };
    // Runs before the parser, which would wait for a complete line.
    this._socket.prependListener('data', talksEarly);
    this.handleHalfClose();
    this._setListeners(() => {
      if (refusal) return this._refuse(refusal, false);
      const greeting = setTimeout(() => {
        this._socket.removeListener('data', talksEarly);
        if (!this._closing && !this._closed) this.connectionReady();
      }, delay);
      greeting.unref();
    });
  }

  /**
   * Keeps a connection open for our replies if the client closed its half right after QUIT, as Exim does outside TLS
   * (RFC 1122 4.2.2.13). Any other half-close ends the session.
   */
  private handleHalfClose(): void {
    const socket = this._socket;
    socket.on('data', (chunk: Buffer) => {
      this.tail = (this.tail + chunk.toString('latin1', Math.max(0, chunk.length - QUIT.length))).slice(-QUIT.length);
    });
    socket.once('end', () => {
      if (!this._parser || this.tail.toUpperCase() !== QUIT) {
        socket.end();
        return;
      }
      // smtp-server replies only if both halves are open.
      Object.defineProperty(socket, 'readyState', { get: () => (socket.writable ? 'open' : 'closed') });
      this._parser.once('finish', () => socket.end());
    });
  }

  /** No client is known to half-close inside TLS. */
  override upgrade(...parts: Parameters<SMTPConnection['upgrade']>): void {
    this._socket.allowHalfOpen = false;
    super.upgrade(...parts);
  }

  /** Starts the timeout for the next message. */
  private startMessageTimer(within = this.rules.messageTimeout): void {
    clearTimeout(this.messageTimer);
    this.messageTimer = setTimeout(() => {
      // A client that waits for our reply is not slow: check again soon.
      if (this.isAwaitingReply) this.startMessageTimer(Math.min(within, 30_000));
      else this.send(421, '4.4.2 Timeout: no message was completed in time');
    }, within);
    this.messageTimer.unref();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (context === 'DATA_OK') this.onMessageAccepted();
    if (ERROR_CODES.has(code) && ++this.errors > this.rules.limits.maxErrors) {
      super.send(421, '4.7.0 Too many errors, closing the connection', false);
    } else if (typeof data !== 'string') {
      super.send(code, data, context);
    } else if (/^[245]\.\d{1,3}\.\d{1,3} /.test(data)) {
      super.send(code, truncate(data), false);
    } else if (code === 421 && context !== false) {
      super.send(421, `${enhancedCodeOf(data)} ${data}`, false);
    } else {
      super.send(code, data, context);
    }
    if (this.isLastReply) this.close();
  }

  /** Closes the connection after the next reply, even if more commands were pipelined. */
  endAfterReply(): void {
    this.isLastReply = true;
  }

  /** Only an accepted message restarts the timeout and resets the error counts. */
  private onMessageAccepted(): void {
    this.startMessageTimer();
    this.idleCommands = 0;
    this.errors = 0;
    this.registry.rememberNetwork(this.network);
  }

  override close(): void {
    clearTimeout(this.messageTimer);
    this.registry.remove(this);
    super.close();
  }

  override _onClose(): void {
    clearTimeout(this.messageTimer);
    this.registry.remove(this);
    super._onClose();
  }

  override _onCommand(command: Buffer, callback: () => void = () => {}): void {
    this.lastCommandAt = performance.now();
    // smtp-server itself handles commands during the handshake, before the greeting and at shutdown.
    const judged = this._ready && !this._upgrading && !this._server._closeTimeout;
    const wrong = judged ? this.commandError(command) : null;
    if (!wrong) {
      super._onCommand(command, callback);
    } else {
      this.send(wrong.responseCode, wrong.message);
      this._whenWritable(callback);
    }
  }

  private commandError(command: Buffer): SmtpReplyError | null {
    const verb = verbOf(command);
    if (IDLE_COMMANDS.has(verb) && ++this.idleCommands > this.rules.limits.maxIdleCommands) {
      return new SmtpReplyError(421, '4.7.0', 'Too many commands without a message, closing the connection');
    }
    return findCommandError(verb, command);
  }

  /** Accepts quoted local parts that contain a space or an @ (RFC 5321 4.1.2). */
  override _parseAddressCommand(_name: string, command: Buffer) {
    return parseEnvelope(command) ?? false;
  }

  override _createParser(): Parser {
    const parser = new Parser(this._server.options.maxCommandLength, () =>
      this._refuse(new SmtpReplyError(500, '5.5.2', 'Lines must end with CRLF'), false),
    );
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on('error', (error: Error) => this.send(421, error.message));
    return parser;
  }

  /** Drops the connection without a reply, so that the client assumes neither success nor failure. */
  abort(): void {
    this._socket.destroy();
  }

  /** Whether the session is between DATA and its reply. */
  get inData(): boolean {
    return Boolean(this._dataStream);
  }

  /** Whether the client sends its message below the minimum rate, while we are ready to read. */
  get isSlow(): boolean {
    if (this._parser === false || !this._parser._dataMode || this._parser.writableLength > 0) return false;
    const { slowTransferSeconds: slowAfter, minBytesPerSecond: slowest } = this.rules.limits;
    const seconds = (performance.now() - this.lastCommandAt) / 1000;
    return seconds > slowAfter && this._parser.dataBytes < slowest * seconds;
  }

  /** Whether a command, or a completely received message, has no reply yet. */
  get isAwaitingReply(): boolean {
    return this._handlerPending || (this.inData && this._parser !== false && !this._parser._dataMode);
  }
}

/** Reply codes for protocol errors of the client; rejected recipients do not count. */
const ERROR_CODES = new Set([500, 501, 502, 503, 504, 555]);

function truncate(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_TEXT) return text;
  return bytes
    .subarray(0, MAX_TEXT)
    .toString()
    .replace(/\ufffd+$/, '');
}

/** The enhanced code for a 421 that smtp-server sends by itself. */
function enhancedCodeOf(text: string): string {
  if (/shutting down/.test(text)) return '4.3.2';
  return /timeout/i.test(text) ? '4.4.2' : '4.7.0';
}
