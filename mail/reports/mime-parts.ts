import { fields, fieldValue, headerEnd } from '../message/header.ts';
import { MalformedReport } from '../message/mail-report.ts';

/** A leaf of a MIME message (RFC 2045). */
export interface MimePart {
  /** Lower-case media type. */
  type: string;
  /** Decodes the content. */
  content(): Buffer;
}

const MAX_DEPTH = 4;
const MAX_PARTS = 20;
const MAX_PART_HEADER = 16 * 1024;
/** RFC 2046 5.1.1 allows 70 characters. A short one keeps the search for it linear. */
const MAX_BOUNDARY = 200;
/** White space after a delimiter. */
const MAX_PADDING = 80;
const LF = 10;
const DASH = 45;
const PADDING = new Set([9, 13, 32]);

/**
 * Returns the leaves of a message in order. It reads what reports use, in one pass for each level of nesting: general MIME
 * parsers need seconds and gigabytes for some messages of this size. Throws MalformedReport beyond a limit.
 */
export function mimeParts(message: Buffer): MimePart[] {
  const parts: MimePart[] = [];
  collect(message, 0, parts);
  return parts;
}

/** Returns the lower-case media type of a header section; text/plain if it has none (RFC 2045 5.2). */
export function mediaType(head: Buffer): string {
  return (
    /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headerValue(head, 'content-type').slice(0, 200))?.[0].toLowerCase() ??
    'text/plain'
  );
}

/** Returns a parameter of Content-Type; empty if absent. */
export function contentTypeParameter(head: Buffer, name: 'boundary' | 'report-type'): string {
  const value = headerValue(head, 'content-type').slice(0, 4096);
  for (const parameter of value.split(';').slice(1)) {
    const equals = parameter.indexOf('=');
    if (parameter.slice(0, equals).trim().toLowerCase() !== name) continue;
    return parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"|"$/g, '');
  }
  return '';
}

/** Returns the first value of a field; empty if absent. */
function headerValue(head: Buffer, name: string): string {
  const field = fields(head).find((candidate) => candidate.name === name);
  return field ? fieldValue(head, field) : '';
}

function collect(entity: Buffer, depth: number, parts: MimePart[]): void {
  if (parts.length === MAX_PARTS) throw new MalformedReport('too many MIME parts');
  const end = headerEnd(entity);
  if (depth > 0 && end > MAX_PART_HEADER) throw new MalformedReport('a MIME part with too long a header');
  const head = entity.subarray(0, end);
  const body = entity.subarray(end);
  const type = mediaType(head);
  if (!type.startsWith('multipart/')) {
    const encoding = headerValue(head, 'content-transfer-encoding').toLowerCase();
    parts.push({ type, content: () => decode(body, encoding) });
    return;
  }
  if (depth === MAX_DEPTH) throw new MalformedReport('MIME parts are nested too deeply');
  const boundary = contentTypeParameter(head, 'boundary');
  if (boundary === '') throw new MalformedReport('a multipart type without boundary');
  if (boundary.length > MAX_BOUNDARY) throw new MalformedReport('a boundary that is too long');
  for (const part of split(body, boundary)) collect(part, depth + 1, parts);
}

/** The entities between the delimiters of a multipart body (RFC 2046 5.1.1). */
function* split(body: Buffer, boundary: string): Generator<Buffer> {
  const delimiter = Buffer.from(`--${boundary}`);
  let start = -1;
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const after = at + delimiter.length;
    if (at === 0 || body[at - 1] === LF) {
      const isEnd = body[after] === DASH && body[after + 1] === DASH;
      const next = lineAfterPadding(body, isEnd ? after + 2 : after);
      // Another delimiter may begin with the same characters.
      if (next > 0) {
        if (start >= 0) yield body.subarray(start, Math.max(start, at - 2));
        if (isEnd || next > body.length) return;
        start = next;
      }
    }
    at = body.indexOf(delimiter, after);
  }
  // A message that was cut off still has its last part.
  if (start >= 0) yield body.subarray(start);
}

/** The offset of the next line if only padding is left of this one; 0 otherwise. Reads a few bytes, as delimiters may be many. */
function lineAfterPadding(body: Buffer, from: number): number {
  let at = from;
  while (at < from + MAX_PADDING && PADDING.has(body[at] ?? LF)) at++;
  return at === body.length || body[at] === LF ? at + 1 : 0;
}

function decode(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body
    .toString('latin1')
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
