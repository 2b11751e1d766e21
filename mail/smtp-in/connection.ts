import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { SMTPServer } from 'smtp-server';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { networkOf } from './client-network.ts';
import { fault, IDLE, parseEnvelope, verbOf } from './commands.ts';
import { Parser } from './parser.ts';
import type { Limits } from './rate-limits.ts';

/** Who keeps the books of connections. */
export interface ConnectionRegistry {
  /** A connection ends. */
  forget(connection: Connection): void;
  /** A network has brought a message. */
  meet(network: string): void;
}

export interface ConnectionOptions {
  /** Milliseconds from the arrival, or the last message, to the end of the next one. */
  messageTimeout: number;
  limits: Limits;
}

/** A line of a reply holds 512 octets with its code and CRLF (RFC 5321 4.5.3.1.5). */
const LONGEST_TEXT = 500;

const QUIT = 'QUIT\r\n';

/**
 * A connection whose replies carry the enhanced code that their text begins with, instead of a guess by number; whose
 * client has so long to bring a message, however busily it dribbles; and that ends with who misbehaves.
 */
export class Connection extends SMTPConnection {
  /** When the client last said a whole command. */
  heardAt = performance.now();
  readonly network: string;
  /** When the first recipient of the transaction was named, by performance.now(). */
  namedAt = 0;
  /** Recipients that were refused in this session. */
  refused = 0;
  private readonly books: ConnectionRegistry;
  private readonly rules: ConnectionOptions;
  private patience: NodeJS.Timeout | undefined;
  private idleCommands = 0;
  private mistakes = 0;
  private isLastReply = false;
  /** The last bytes that came in the clear. */
  private tail = '';

  constructor(
    engine: SMTPServer & ConnectionRegistry,
    socket: Socket | TLSSocket,
    socketOptions: SMTPConnectionOptions | null | undefined,
    rules: ConnectionOptions,
  ) {
    super(engine, socket, socketOptions);
    this.books = engine;
    this.rules = rules;
    this.network = networkOf(this.remoteAddress);
    this.expectMessage();
  }

  /** Greets after `delay` milliseconds, unless the client talks before; says `refusal` instead where there is one. */
  greet(delay: number, refusal: SmtpReplyError | null): void {
    const talksEarly = () => {
      if (!this._ready && !this._closing)
        this._refuse(new SmtpReplyError(554, '5.5.0', 'You talk too soon: the server speaks first'), false);
    };
    // Before the parser hears it: also half a line is too soon.
    this._socket.prependListener('data', talksEarly);
    this.hearEnd();
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
   * Who closes his half behind a QUIT still listens: Exim does so, in the clear, right after the final dot. Whoever else
   * closes it has left.
   */
  private hearEnd(): void {
    const socket = this._socket;
    socket.on('data', (chunk: Buffer) => {
      this.tail = (this.tail + chunk.toString('latin1', Math.max(0, chunk.length - QUIT.length))).slice(-QUIT.length);
    });
    socket.once('end', () => {
      if (!this._parser || this.tail.toUpperCase() !== QUIT) {
        socket.end();
        return;
      }
      // The engine answers only where both halves are open.
      Object.defineProperty(socket, 'readyState', { get: () => (socket.writable ? 'open' : 'closed') });
      this._parser.once('finish', () => socket.end());
    });
  }

  /** Inside TLS nobody is known who closes only his half. */
  override upgrade(...parts: Parameters<SMTPConnection['upgrade']>): void {
    this._socket.allowHalfOpen = false;
    super.upgrade(...parts);
  }

  /** Starts the time that the client has for its next message. */
  private expectMessage(within = this.rules.messageTimeout): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      // Whoever waits for us is not slow: looked at again soon.
      if (this.waitsForUs) this.expectMessage(Math.min(within, 30_000));
      else this.send(421, '4.4.2 No message came in all this time');
    }, within);
    this.patience.unref();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (context === 'DATA_OK') this.messageTaken();
    if (MISTAKES.has(code) && ++this.mistakes > this.rules.limits.mistakes) {
      super.send(421, '4.7.0 Too many errors, good bye', false);
    } else if (typeof data !== 'string') {
      super.send(code, data, context);
    } else if (/^[245]\.\d{1,3}\.\d{1,3} /.test(data)) {
      super.send(code, cut(data), false);
    } else if (code === 421 && context !== false) {
      super.send(421, `${reasonOf(data)} ${data}`, false);
    } else {
      super.send(code, data, context);
    }
    if (this.isLastReply) this.close();
  }

  /** Ends the connection behind the next reply, whatever the client has sent already. */
  endAfterReply(): void {
    this.isLastReply = true;
  }

  /** Only a message taken earns time for another one, and forgiveness. */
  private messageTaken(): void {
    this.expectMessage();
    this.idleCommands = 0;
    this.mistakes = 0;
    this.books.meet(this.network);
  }

  override close(): void {
    clearTimeout(this.patience);
    this.books.forget(this);
    super.close();
  }

  override _onClose(): void {
    clearTimeout(this.patience);
    this.books.forget(this);
    super._onClose();
  }

  override _onCommand(command: Buffer, callback: () => void = () => {}): void {
    this.heardAt = performance.now();
    // In a handshake, before the greeting and at the end there is nothing to judge.
    const judged = this._ready && !this._upgrading && !this._server._closeTimeout;
    const wrong = judged ? this.misuse(command) : null;
    if (!wrong) {
      super._onCommand(command, callback);
    } else {
      this.send(wrong.responseCode, wrong.message);
      this._whenWritable(callback);
    }
  }

  private misuse(command: Buffer): SmtpReplyError | null {
    const verb = verbOf(command);
    if (IDLE.has(verb) && ++this.idleCommands > this.rules.limits.idleCommands) {
      return new SmtpReplyError(421, '4.7.0', 'Too many commands without a message, good bye');
    }
    return fault(verb, command);
  }

  /** Quoted local parts with a space or an @ inside are addresses too. */
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

  /** Cuts the line without a word: the client must believe neither yes nor no. */
  hangUp(): void {
    this._socket.destroy();
  }

  /** Between DATA and its reply. */
  get inData(): boolean {
    return Boolean(this._dataStream);
  }

  /** Its client sends a message, so slowly that it does not pay: anything but us keeps it from sending. */
  get dribbles(): boolean {
    if (this._parser === false || !this._parser._dataMode || this._parser.writableLength > 0) return false;
    const { slowAfter, slowest } = this.rules.limits;
    const seconds = (performance.now() - this.heardAt) / 1000;
    return seconds > slowAfter && this._parser.dataBytes < slowest * seconds;
  }

  /** A command is being decided, or the message is in and has no reply yet. */
  get waitsForUs(): boolean {
    return this._handlerPending || (this.inData && this._parser !== false && !this._parser._dataMode);
  }
}

/** Replies that tell of the client's own mistake; a refused recipient is none. */
const MISTAKES = new Set([500, 501, 502, 503, 504, 555]);

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= LONGEST_TEXT) return text;
  return bytes
    .subarray(0, LONGEST_TEXT)
    .toString()
    .replace(/\ufffd+$/, '');
}

/** The enhanced code of a 421 that the engine says by itself. */
function reasonOf(text: string): string {
  if (/shutting down/.test(text)) return '4.3.2';
  return /timeout/i.test(text) ? '4.4.2' : '4.7.0';
}
