/** The effect of a statement on a message in the queue. */
export type Point =
  /** The commit that stores a message. */
  | 'store'
  /** The statement that removes a delivered copy from the queue. */
  | 'mark';

const STORES = /insert\s+into\s+"?mail_messages/i;
const MARKS = /delete\s+from\s+"?mail_recipients/i;
const COMMITS = /^\s*commit\b/i;

/** Parses the bytes of a PostgreSQL client (protocol 3.0), and finds the statements of each `Point`. */
export class Statements {
  #held: Buffer = Buffer.alloc(0);
  #begun = false;
  #stores = false;
  /** The last transaction status: 'I' outside a transaction. */
  #status = 'I';
  readonly #named = new Map<string, string>();

  /**
   * Splits the bytes from the client into complete messages, each with its point or null. Keeps an incomplete message for
   * the next call.
   */
  onClientData(chunk: Buffer): { bytes: Buffer; point: Point | null }[] {
    this.#held = Buffer.concat([this.#held, chunk]);
    const messages: { bytes: Buffer; point: Point | null }[] = [];
    for (;;) {
      // Messages before the first reply have a length and no type.
      const at = this.#begun ? 1 : 0;
      if (this.#held.length < at + 4) break;
      const length = at + this.#held.readInt32BE(at);
      if (this.#held.length < length) break;
      const bytes = this.#held.subarray(0, length);
      this.#held = this.#held.subarray(length);
      messages.push({ bytes, point: this.#begun ? this.#pointOf(bytes) : null });
      this.#begun = true;
    }
    return messages;
  }

  /** Records the transaction status that the server sends (ReadyForQuery: Z, length 5, status). */
  onServerData(chunk: Buffer): void {
    const at = chunk.length - 6;
    if (at >= 0 && chunk[at] === 0x5a && chunk.readInt32BE(at + 1) === 5) {
      this.#status = String.fromCharCode(chunk[at + 5] ?? 0);
      if (this.#status === 'I') this.#stores = false;
    }
  }

  #pointOf(bytes: Buffer): Point | null {
    const type = String.fromCharCode(bytes[0] ?? 0);
    const text = this.#textOf(type, bytes);
    if (text !== null) {
      if (MARKS.test(text)) return 'mark';
      if (STORES.test(text)) {
        this.#stores = true;
        // A single statement outside a transaction commits itself.
        return type === 'Q' && this.#status === 'I' && !/^\s*begin/i.test(text) ? 'store' : null;
      }
      if (COMMITS.test(text) && this.#stores) return 'store';
    }
    return type === 'S' && this.#stores && this.#status === 'I' ? 'store' : null;
  }

  #textOf(type: string, bytes: Buffer): string | null {
    if (type === 'Q') return bytes.toString('utf8', 5, bytes.length - 1);
    if (type === 'P') {
      const [name = '', text = ''] = bytes.toString('utf8', 5).split('\0');
      if (name !== '') this.#named.set(name, text);
      return text;
    }
    if (type !== 'B') return null;
    const [, name = ''] = bytes.toString('latin1', 5, Math.min(bytes.length, 200)).split('\0');
    return name === '' ? null : (this.#named.get(name) ?? null);
  }
}
