/** Position of a header field: `start` to `end` includes folded lines and the last CRLF. */
export interface Field {
  /** Lower-case; empty for a line that is not a field. */
  name: string;
  start: number;
  end: number;
}

const CR = 13;
const LF = 10;
const COLON = 58;
const WHITE_SPACE = new Set([9, LF, CR, 32]);

/** Returns the offset after the empty line, or the length if there is no empty line. */
export function headerEnd(bytes: Buffer): number {
  if (bytes[0] === CR && bytes[1] === LF) return 2;
  const at = bytes.indexOf('\r\n\r\n');
  return at < 0 ? bytes.length : at + 4;
}

const FIELDS = Symbol('fields');

/**
 * Returns the fields of a header section in order. The result is cached as a property of the buffer: entries of a WeakMap
 * would survive many minor garbage collections.
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

/** Returns the fields for signatures. A malformed line belongs to the field above it and is therefore covered. */
export function signableFields(head: Buffer): Field[] {
  const found: Field[] = [];
  for (const { name, start, end } of fields(head)) {
    const above = found.at(-1);
    if (name === '' && above) above.end = end;
    else found.push({ name, start, end });
  }
  return found;
}

/** Returns the unfolded value of a field. */
export function fieldValue(head: Buffer, field: Field): string {
  const text = head.toString('utf8', field.start, field.end);
  return text
    .slice(text.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .trim();
}

/** Returns the unfolded value of the first field of this name, or an empty string. */
export function firstValue(head: Buffer, name: string): string {
  const field = fields(head).find((candidate) => candidate.name === name);
  return field ? fieldValue(head, field) : '';
}

function fieldName(head: Buffer, start: number, end: number): string {
  // indexOf would scan to the end of the header for each line without a colon.
  let colon = start;
  while (colon < end && head[colon] !== COLON) colon++;
  if (colon === end) return '';
  // RFC 5322 4.5 allows white space before the colon, even folded.
  let last = colon;
  while (last > start && WHITE_SPACE.has(head[last - 1] ?? 0)) last--;
  const name = head.toString('latin1', start, last);
  return /^[\x21-\x39\x3b-\x7e]+$/.test(name) ? name.toLowerCase() : '';
}
