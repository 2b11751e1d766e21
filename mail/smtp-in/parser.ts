import type { SMTPServerDataStream } from 'smtp-server';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { BareLines } from './line-endings.ts';
import { MessageStream } from './message-stream.ts';

const CR = 13;
const LF = 10;
const DOT = 46;
const LINE_DOT = Buffer.from('\r\n.');

type Done = (error?: Error | null) => void;

/**
 * Splits what a client sends into commands and data. Commands that end in a bare LF are not heard: what takes one for a
 * line end can be talked into saying more than it means. Data is unstuffed chunk by chunk, not dot by dot.
 */
export class Parser extends SMTPStream {
  private readonly onBareLine: () => void;
  private readonly commands = new BareLines();
  /** Bytes that may be the beginning of an end. */
  private pending: Buffer | null = null;

  constructor(maxCommandLength: number | undefined, onBareLine: () => void) {
    super({ maxCommandLength });
    this.onBareLine = onBareLine;
  }

  override _write(chunk: Buffer, encoding: BufferEncoding | 'buffer', next: Done): void {
    if (this._dataMode || this.isClosed) this.commands.forget();
    else if (this.commands.see(chunk)) {
      this.onBareLine();
      next();
      return;
    }
    super._write(chunk, encoding, next);
  }

  override startDataMode(most?: number | string | null): SMTPServerDataStream {
    this._dataMode = true;
    this._maxBytes = Number(most) || Number.POSITIVE_INFINITY;
    this.dataBytes = 0;
    this._atDataStart = true;
    // Of a stream the engine uses what this one has.
    this._dataStream = new MessageStream() as unknown as SMTPServerDataStream;
    return this._dataStream;
  }

  /** RFC 5321 4.5.2: the dot that a line begins with goes, and CRLF, dot, CRLF is the end. */
  override _feedDataStream(chunk: Buffer, done: Done): void {
    const bytes = this.pending ? Buffer.concat([this.pending, chunk]) : chunk;
    this.pending = null;
    // Bytes in front of `kept` are content, moved together; those from `read` on have not been looked at.
    let kept = 0;
    let read = 0;
    const keep = (until: number) => {
      if (kept !== read) bytes.copyWithin(kept, read, until);
      kept += until - read;
    };
    // A message begins as a line does.
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
    // A stream that is given up never drains, it only closes.
    const go = () => {
      stream.removeListener('drain', go);
      stream.removeListener('close', go);
      done();
    };
    stream.once('drain', go);
    stream.once('close', go);
  }
}

/** Where the next line begins with a dot; -1 for nowhere. */
function nextDot(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_DOT, from);
  return at < 0 ? -1 : at + 2;
}

/** How many bytes at the end may be the CRLF in front of a dot. */
function lineEndBegun(bytes: Buffer, from: number): number {
  const [last, second] = [bytes.at(-1), bytes.at(-2)];
  if (last === CR && bytes.length > from) return 1;
  return last === LF && second === CR && bytes.length - from >= 2 ? 2 : 0;
}
