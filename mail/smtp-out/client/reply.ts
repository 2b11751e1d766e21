/** One reply of a server (RFC 5321 4.2), with all its lines. */
export interface Reply {
  code: number;
  /** As it came: lines joined by a space, codes kept, on one short line. */
  text: string;
  /** The text of each line, without its code. */
  lines: string[];
}

/** The server says something that is no reply, or too much of it. */
export class MalformedReply extends Error {
  override name = 'MalformedReply';
}

/** RFC 5321 asks for 512 octets; the wordiest receivers use about a thousand. */
const MAX_LINE_LENGTH = 4096;
const MAX_LINES = 128;
const LINE = /^([2-5][0-9]{2})(?:([ -])(.*))?$/s;

/** Cuts what a server sends into replies. Holds no more than one bounded reply. */
export class ReplyReader {
  private buffered = '';
  private code = 0;
  private lines: string[] = [];

  /** The replies that became whole with these bytes, in order. Throws MalformedReply. */
  read(bytes: Buffer): Reply[] {
    const replies: Reply[] = [];
    const text = this.buffered + bytes.toString('utf8');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const reply = this.readLine(text.slice(start, text[end - 1] === '\r' ? Math.max(end - 1, start) : end));
      if (reply) replies.push(reply);
      start = end + 1;
    }
    this.buffered = text.slice(start);
    if (this.buffered.length > MAX_LINE_LENGTH) throw new MalformedReply('The server sends a line without end');
    return replies;
  }

  /** Whether nothing has come that is not part of a whole reply. */
  get isEmpty(): boolean {
    return this.buffered === '' && this.lines.length === 0;
  }

  private readLine(line: string): Reply | null {
    const found = LINE.exec(line);
    if (!found || line.length > MAX_LINE_LENGTH) throw new MalformedReply('The server sends what is no reply');
    const code = Number(found[1]);
    if (this.lines.length > 0 && code !== this.code)
      throw new MalformedReply('The server contradicts itself in one reply');
    this.code = code;
    this.lines.push(found[3] ?? '');
    if (this.lines.length > MAX_LINES) throw new MalformedReply('The server sends a reply without end');
    if (found[2] === '-') return null;
    const { lines } = this;
    this.lines = [];
    return { code, lines, text: textOf(code, lines) };
  }
}

function textOf(code: number, lines: string[]): string {
  const [only = ''] = lines;
  const text = lines.length === 1 ? `${code} ${only}` : lines.map((line) => `${code} ${line}`).join(' ');
  return shortLine(text);
}

/** Text of others on one line of at most 500 characters, without control characters. */
export function shortLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

/** The enhanced code of a reply (RFC 2034), of the class its code has; `fallback` where there is none. */
export function enhancedCodeOf({ code, lines }: Reply, fallback: string): string {
  const found = /^([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(lines[0] ?? '')?.[1];
  // A code of another class than the reply says nothing we could pass on.
  return found && found[0] === String(code)[0] ? found : fallback;
}
