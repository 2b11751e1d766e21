import type { SMTPServerDataStream } from 'smtp-server';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { BareLfDetector } from './line-endings.ts';
import { MessageStream } from './message-stream.ts';

const CR = 13;
const LF = 10;
const DOT = 46;
const LINE_DOT = Buffer.from('\r\n.');

type Done = (error?: Error | null) => void;

/**
 * Splits the client's bytes into commands and data. Rejects commands that end in a bare LF, which enables SMTP smuggling
 * (RFC 5321 2.3.8). Removes dot-stuffing chunk by chunk, since smtp-server's line by line is slow.
 */
export class Parser extends SMTPStream {
  private readonly onBareLine: () => void;
  private readonly commands = new BareLfDetector();
  /** Bytes that may be the beginning of the final CRLF, dot, CRLF. */
  private pending: Buffer | null = null;

  constructor(maxCommandLength: number | undefined, onBareLine: () => void) {
    super({ maxCommandLength });
    this.onBareLine = onBareLine;
  }

  override _write(chunk: Buffer, encoding: BufferEncoding | 'buffer', next: Done): void {
    if (this._dataMode || this.isClosed) this.commands.reset();
    else if (this.commands.update(chunk)) {
      this.onBareLine();
      next();
      return;
    }
    super._write(chunk, encoding, next);
  }

  override startDataMode(maxBytes?: number | string | null): SMTPServerDataStream {
    this._dataMode = true;
    this._maxBytes = Number(maxBytes) || Number.POSITIVE_INFINITY;
    this.dataBytes = 0;
    this._atDataStart = true;
    // MessageStream implements the part of a stream that smtp-server uses.
    this._dataStream = new MessageStream() as unknown as SMTPServerDataStream;
    return this._dataStream;
  }

  /** Removes the leading dot of a line and ends at CRLF, dot, CRLF (RFC 5321 4.5.2). */
  override _feedDataStream(chunk: Buffer, done: Done): void {
    const bytes = this.pending ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pending = null;
    // Bytes before `kept` are unstuffed content; bytes from `read` on are not parsed yet.
    let kept = 0;
    let read = 0;
    const keep = (until: number) => {
      if (kept !== read) bytes.copyWithin(kept, read, until);
      kept += until - read;
    };
    // The start of the data counts as the start of a line.
    let dot = this._atDataStart && bytes[0] === DOT ? 0 : nextDot(bytes, 0);
    while (dot >= 0) {
      const [first, second] = [bytes[dot + 1], bytes[dot + 2]];
      if (first === CR && second === LF) {
        keep(dot);
        this._countDataBytes(kept);
        this._endDataMode(bytes.subarray(0, kept), bytes.subarray(dot + 3), done);
        return;
      }
      if (first === undefined || (first === CR && second === undefined)) break;
      keep(dot);
      read = dot + 1;
      this._atDataStart = false;
      dot = nextDot(bytes, read);
    }
    const until = dot >= 0 ? Math.max(read, dot - 2) : bytes.length - lineEndBegun(bytes, read);
    keep(until);
    if (until < bytes.length) this.pending = Buffer.from(bytes.subarray(until));
    this._countDataBytes(kept);
    this.pass(bytes.subarray(0, kept), done);
  }

  private pass(content: Buffer, done: Done): void {
    const stream = this._dataStream;
    if (!stream?.writable || content.length === 0 || stream.write(content) || stream.destroyed) {
      done();
      return;
    }
    // A destroyed stream emits 'close' but never 'drain'.
    const go = () => {
      stream.removeListener('drain', go);
      stream.removeListener('close', go);
      done();
    };
    stream.once('drain', go);
    stream.once('close', go);
  }
}

/** The index of the next dot at the start of a line, or -1. */
function nextDot(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_DOT, from);
  return at < 0 ? -1 : at + 2;
}

/** The number of bytes at the end that may be the CRLF before a dot. */
function lineEndBegun(bytes: Buffer, from: number): number {
  const [last, second] = [bytes.at(-1), bytes.at(-2)];
  if (last === CR && bytes.length > from) return 1;
  return last === LF && second === CR && bytes.length - from >= 2 ? 2 : 0;
}
