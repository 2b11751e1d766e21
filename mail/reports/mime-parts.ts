import { headerEnd } from '../message/header.ts';
import { MalformedReport } from '../message/mail-report.ts';
import { MimeSplitter, type PartReader, UnreadablePart } from '../message/mime/mime-splitter.ts';
import { transferDecoder } from '../message/mime/transfer-decoding.ts';

/** A leaf of a MIME message (RFC 2045). */
export interface MimePart {
  /** Lower-case media type. */
  type: string;
  /** Decodes the content. */
  content(): Buffer;
}

/** General MIME parsers need seconds and gigabytes of memory for some messages of this size. */
const LIMITS = { depth: 4, parts: 20, header: 16 * 1024, isStrict: false };
const IGNORED: PartReader = { write: () => {}, end: () => {} };

/** Returns the leaves of a message in order, except for plain text. Throws MalformedReport beyond a limit. */
export function mimeParts(message: Buffer): MimePart[] {
  const parts: MimePart[] = [];
  const bodyStart = headerEnd(message);
  try {
    const splitter = new MimeSplitter(message.subarray(0, bodyStart), LIMITS, ({ type, encoding }) => {
      if (type === 'text/plain') return IGNORED;
      const chunks: Buffer[] = [];
      parts.push({ type, content: () => decode(Buffer.concat(chunks), encoding) });
      return { write: (bytes) => void chunks.push(bytes), end: () => {} };
    });
    splitter.write(message.subarray(bodyStart));
    splitter.end();
  } catch (error) {
    throw error instanceof UnreadablePart ? new MalformedReport(error.message) : error;
  }
  return parts;
}

function decode(bytes: Buffer, encoding: string): Buffer {
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return bytes;
  return Buffer.from(transferDecoder(encoding)?.(bytes.toString('latin1'), true) ?? '', 'latin1');
}
