import { Readable } from 'node:stream';
import { isInternational, splitAddress } from '../message/address.ts';
import type { Body } from '../message/body.ts';
import { bodyFromBuffer } from '../message/message.ts';

/**
 * The line that names the address a copy was forwarded for, without its `+tag`, so that its reader can filter; '' where
 * there is none to name. A header must not need SMTPUTF8 because of it.
 */
export function forwardedToLine(recipient: string): string {
  const parts = splitAddress(recipient);
  const name = parts?.local.replace(/\+.*$/s, '').toLowerCase() ?? '';
  return parts && name !== '' && !isInternational(name) ? `X-Forwarded-To: ${name}@${parts.domain}` : '';
}

/**
 * One of several copies of a message, with its own line on top: the header that they share must not show recipients each
 * other (RFC 5321 7.2).
 */
export function withForwardedTo(body: Body, recipient: string): Body {
  const text = forwardedToLine(recipient);
  if (text === '') return body;
  const line = Buffer.from(`${text}\r\n`);
  if (body.chunks) return bodyFromBuffer(line, ...body.chunks);
  return {
    size: line.length + body.size,
    open: () => Readable.from(behind(line, body), { objectMode: false }),
  };
}

async function* behind(line: Buffer, body: Body): AsyncGenerator<Buffer> {
  yield line;
  yield* body.open() as AsyncIterable<Buffer>;
}
