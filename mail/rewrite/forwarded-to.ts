import { Readable } from 'node:stream';
import { isInternational, splitAddress } from '../message/address.ts';
import type { Body } from '../message/body.ts';
import { bodyFromBuffer } from '../message/message.ts';

/**
 * Returns the X-Forwarded-To field, which lets recipients filter by address, without `+tag`; '' for an international
 * address, since the field must not make the message require SMTPUTF8.
 */
export function forwardedToLine(recipient: string): string {
  const parts = splitAddress(recipient);
  const name = parts?.local.replace(/\+.*$/s, '').toLowerCase() ?? '';
  return parts && name !== '' && !isInternational(name) ? `X-Forwarded-To: ${name}@${parts.domain}` : '';
}

/**
 * Adds X-Forwarded-To to one of several copies. The shared header cannot have it: recipients must not see each other
 * (RFC 5321 7.2).
 */
export function withForwardedTo(body: Body, recipient: string): Body {
  const text = forwardedToLine(recipient);
  if (text === '') return body;
  const line = Buffer.from(`${text}\r\n`);
  if (body.chunks) return bodyFromBuffer(line, ...body.chunks);
  return {
    size: line.length + body.size,
    open: () => Readable.from(prepended(line, body), { objectMode: false }),
  };
}

async function* prepended(line: Buffer, body: Body): AsyncGenerator<Buffer> {
  yield line;
  yield* body.open() as AsyncIterable<Buffer>;
}
