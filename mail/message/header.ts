/** One header field as it stands in the bytes: `start` to `end` includes folded lines and the last CRLF. */
export interface Field {
  /** Lower-case; empty for a line that is no field. */
  name: string;
  start: number;
  end: number;
}

const CR = 13;
const LF = 10;
const COLON = 58;
const WHITE = new Set([9, LF, CR, 32]);

/** Where the header ends: the offset right after the empty line, or of the whole when there is no empty line. */
export function headerEnd(bytes: Buffer): number {
  if (bytes[0] === CR && bytes[1] === LF) return 2;
  const at = bytes.indexOf('\r\n\r\n');
  return at < 0 ? bytes.length : at + 4;
}

const FIELDS = Symbol('fields');

/**
 * The fields of a header section in order. Every stage asks; the bytes are read once. They are kept at the bytes
 * themselves: what stands in a WeakMap outlives many a collection of young memory.
 */
export function fields(head: Buffer & { [FIELDS]?: Field[] }): readonly Field[] {
  head[FIELDS] ??= readFields(head);
  return head[FIELDS];
}

function readFields(head: Buffer): Field[] {
  const found: Field[] = [];
  let start = 0;
  while (start < head.length) {
    if (head[start] === CR) break;
    let end = start;
    do {
      const lf = head.indexOf(LF, end);
      end = lf < 0 ? head.length : lf + 1;
    } while (end < head.length && (head[end] === 32 || head[end] === 9));
    found.push({ name: fieldName(head, start, end), start, end });
    start = end;
  }
  return found;
}

/**
 * The fields as signatures see them: a line that is no field belongs to the one above. So it can only break a signature,
 * and never hide behind one.
 */
export function signableFields(head: Buffer): Field[] {
  const found: Field[] = [];
  for (const { name, start, end } of fields(head)) {
    const above = found.at(-1);
    if (name === '' && above) above.end = end;
    else found.push({ name, start, end });
  }
  return found;
}

/** The value of a field, unfolded to one line. */
export function fieldValue(head: Buffer, field: Field): string {
  const text = head.toString('utf8', field.start, field.end);
  return text
    .slice(text.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();
}

function fieldName(head: Buffer, start: number, end: number): string {
  // Not indexOf, which reads on to the end of the header for each line without a colon.
  let colon = start;
  while (colon < end && head[colon] !== COLON) colon++;
  if (colon === end) return '';
  // RFC 5322 4.5 lets white space, even folded, stand before the colon in old messages.
  let last = colon;
  while (last > start && WHITE.has(head[last - 1] ?? 0)) last--;
  const name = head.toString('latin1', start, last);
  return /^[\x21-\x39\x3b-\x7e]+$/.test(name) ? name.toLowerCase() : '';
}
