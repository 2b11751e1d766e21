import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { BareLfDetector } from './line-endings.ts';
import { MessageStream } from './message-stream.ts';

const CR = 13;
const LF = 10;
const DOT = 46;
const LINE_DOT = Buffer.from('\r\n.');
const NOTHING = Buffer.alloc(0);

/** Maximum length of a command line in bytes, and the reply to a longer one. */
export interface LineLimit {
  octets: number;
  error(): SmtpReplyError;
}

/** RFC 5321 4.5.3.1.4 requires at least 512 octets. */
export const COMMAND_LINE: LineLimit = {
  octets: 4096,
  error: () => new SmtpReplyError(421, '4.7.0', 'Command line too long'),
};

/** Lines of an AUTH exchange are longer (RFC 4954 4). */
export const AUTH_LINE: LineLimit = {
  octets: 12_288,
  error: () => new SmtpReplyError(500, '5.5.6', 'Line too long: the maximum is 12288 octets'),
};

/** Number of pipelined commands that run before other connections get their turn. */
const COMMANDS_IN_A_TURN = 100;

export interface ParserEvents {
  /** Runs one command, without its CRLF; the next one runs after it has resolved. */
  onCommand(command: Buffer): Promise<void>;
  /** Called for a line that ends the session. */
  onBadLine(error: SmtpReplyError): void;
}

/**
 * Splits the client's bytes into commands and messages. Rejects commands that end in a bare LF, which enables SMTP
 * smuggling (RFC 5321 2.3.8). Stops reading while a command runs or the reader of a message is behind.
 */
export class Parser extends Writable {
  /** Bytes of the current message so far. */
  messageBytes = 0;
  readonly #events: ParserEvents;
  readonly #lineLimit: LineLimit;
  readonly #bareLf = new BareLfDetector();
  #isClosed = false;
  /** The beginning of a command whose CRLF has not arrived yet. */
  #partialCommand: Buffer = NOTHING;
  #message: MessageStream | null = null;
  #messageHandled: Promise<void> = Promise.resolve();
  /** No byte of the message has been passed on yet; a first dot is therefore at the start of a line. */
  #atMessageStart = false;
  /** Bytes that may be the beginning of the final CRLF, dot, CRLF. */
  #pending: Buffer | null = null;

  constructor(events: ParserEvents, lineLimit: LineLimit = COMMAND_LINE) {
    super();
    this.#events = events;
    this.#lineLimit = lineLimit;
  }

  /** Whether the bytes of a message are expected. */
  get inMessage(): boolean {
    return this.#message !== null;
  }

  /** Treats the following bytes as a message. Commands after the message run once `handle` has resolved. */
  readMessage(handle: (message: MessageStream) => Promise<void>): void {
    this.#message = new MessageStream();
    this.messageBytes = 0;
    this.#atMessageStart = true;
    this.#bareLf.reset();
    this.#messageHandled = handle(this.#message);
  }

  /** Ignores all further bytes; an incomplete message is destroyed. */
  close(): void {
    this.#isClosed = true;
    this.#message?.destroy();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#read(chunk).then(() => done(), done);
  }

  async #read(chunk: Buffer): Promise<void> {
    let unread = chunk;
    while (unread.length > 0 && !this.#isClosed) {
      unread = this.#message ? await this.#readData(unread, this.#message) : await this.#readCommands(unread);
    }
  }

  /** Runs commands; returns the bytes after DATA. */
  async #readCommands(chunk: Buffer): Promise<Buffer> {
    if (this.#bareLf.update(chunk)) {
      this.#events.onBadLine(new SmtpReplyError(500, '5.5.2', 'Lines must end with CRLF'));
      return NOTHING;
    }
    const bytes = this.#partialCommand.length > 0 ? Buffer.concat([this.#partialCommand, chunk]) : chunk;
    this.#partialCommand = NOTHING;
    let start = 0;
    for (let count = 1; !this.#isClosed && !this.#message; count++) {
      const lineFeed = bytes.indexOf(LF, start);
      const line = bytes.subarray(start, lineFeed < 0 ? bytes.length : lineFeed - 1);
      const length = lineFeed < 0 && line.at(-1) === CR ? line.length - 1 : line.length;
      if (length > this.#lineLimit.octets) {
        this.#events.onBadLine(this.#lineLimit.error());
        return NOTHING;
      }
      if (lineFeed < 0) {
        this.#partialCommand = Buffer.from(line);
        return NOTHING;
      }
      start = lineFeed + 1;
      await this.#events.onCommand(line);
      if (count % COMMANDS_IN_A_TURN === 0) await nextTurn();
    }
    return bytes.subarray(start);
  }

  /**
   * Removes the leading dot of each line and ends at CRLF, dot, CRLF (RFC 5321 4.5.2). Returns the bytes after the message,
   * once it has been handled.
   */
  async #readData(chunk: Buffer, message: MessageStream): Promise<Buffer> {
    const bytes = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk;
    this.#pending = null;
    // Bytes before `kept` are unstuffed content; bytes from `read` on are not parsed yet.
    let kept = 0;
    let read = 0;
    const keep = (until: number) => {
      if (kept !== read) bytes.copyWithin(kept, read, until);
      kept += until - read;
    };
    // The data begins at the start of a line.
    let dot = this.#atMessageStart && bytes[0] === DOT ? 0 : nextDot(bytes, 0);
    while (dot >= 0) {
      const [first, second] = [bytes[dot + 1], bytes[dot + 2]];
      if (first === CR && second === LF) {
        keep(dot);
        return this.#endMessage(message, bytes.subarray(0, kept), bytes.subarray(dot + 3));
      }
      if (first === undefined || (first === CR && second === undefined)) break;
      keep(dot);
      read = dot + 1;
      this.#atMessageStart = false;
      dot = nextDot(bytes, read);
    }
    const until = dot >= 0 ? Math.max(read, dot - 2) : bytes.length - lineEndBegun(bytes, read);
    keep(until);
    if (until < bytes.length) this.#pending = Buffer.from(bytes.subarray(until));
    await this.#pass(message, bytes.subarray(0, kept));
    return NOTHING;
  }

  async #endMessage(message: MessageStream, content: Buffer, rest: Buffer): Promise<Buffer> {
    void this.#pass(message, content);
    message.end();
    this.#message = null;
    await this.#messageHandled;
    return rest;
  }

  #pass(message: MessageStream, content: Buffer): Promise<void> | undefined {
    if (content.length > 0) this.#atMessageStart = false;
    this.messageBytes += content.length;
    return message.write(content);
  }
}

/** Returns the index of the next dot at the start of a line, or -1. */
function nextDot(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_DOT, from);
  return at < 0 ? -1 : at + 2;
}

/** Returns the number of bytes at the end that may be the CRLF before a dot. */
function lineEndBegun(bytes: Buffer, from: number): number {
  const [last, second] = [bytes.at(-1), bytes.at(-2)];
  if (last === CR && bytes.length > from) return 1;
  return last === LF && second === CR && bytes.length - from >= 2 ? 2 : 0;
}
