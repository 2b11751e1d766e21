/** A reply of an SMTP server (RFC 5321 4.2). */
export interface Reply {
  code: number;
  /** All lines with their codes, joined by spaces and truncated to 500 characters. */
  text: string;
  /** Text of each line, without its code. */
  lines: string[];
}

/** The server sent a reply that is malformed or too long. */
export class MalformedReply extends Error {
  override name = 'MalformedReply';
}

/** RFC 5321 4.5.3.1.5 allows 512 octets; some receivers send about 1000. */
const MAX_LINE_LENGTH = 4096;
const MAX_LINES = 128;
const LINE = /^([2-5][0-9]{2})(?:([ -])(.*))?$/s;

/** Parses replies from the bytes of a server. Buffers at most one reply. */
export class ReplyReader {
  #buffered = '';
  #code = 0;
  #lines: string[] = [];

  /** Returns the replies completed by these bytes. Throws MalformedReply. */
  read(bytes: Buffer): Reply[] {
    const replies: Reply[] = [];
    const text = this.#buffered + bytes.toString('utf8');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const reply = this.#readLine(text.slice(start, text[end - 1] === '\r' ? Math.max(end - 1, start) : end));
      if (reply) replies.push(reply);
      start = end + 1;
    }
    this.#buffered = text.slice(start);
    if (this.#buffered.length > MAX_LINE_LENGTH) throw new MalformedReply('The server sent a line that is too long');
    return replies;
  }

  /** True if no partial reply is buffered. */
  get isEmpty(): boolean {
    return this.#buffered === '' && this.#lines.length === 0;
  }

  #readLine(line: string): Reply | null {
    const found = LINE.exec(line);
    if (!found || line.length > MAX_LINE_LENGTH) throw new MalformedReply('The server sent a malformed reply');
    const code = Number(found[1]);
    if (this.#lines.length > 0 && code !== this.#code)
      throw new MalformedReply('The server sent a reply with different codes');
    this.#code = code;
    this.#lines.push(found[3] ?? '');
    if (this.#lines.length > MAX_LINES) throw new MalformedReply('The server sent a reply with too many lines');
    if (found[2] === '-') return null;
    const lines = this.#lines;
    this.#lines = [];
    return { code, lines, text: textOf(code, lines) };
  }
}

function textOf(code: number, lines: string[]): string {
  const [only = ''] = lines;
  const text = lines.length === 1 ? `${code} ${only}` : lines.map((line) => `${code} ${line}`).join(' ');
  return shortLine(text);
}

/** Reduces foreign text to one line of at most 500 characters without control characters. */
export function shortLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

/** Returns the enhanced status code of a reply (RFC 2034), or `fallback`. */
export function enhancedCodeOf({ code, lines }: Reply, fallback: string): string {
  const found = /^([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(lines[0] ?? '')?.[1];
  // The class must match the reply code (RFC 2034 4).
  return found && found[0] === String(code)[0] ? found : fallback;
}
