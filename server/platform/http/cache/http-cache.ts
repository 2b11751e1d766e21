import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns the strong validator of these bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Returns whether the client already has this version, by weak comparison (RFC 9110 13.1.2). */
export function matchesIfNoneMatch({ headers }: { headers: IncomingHttpHeaders }, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag.replace(/^W\//, '')) || known.includes('*'));
}

/**
 * Sends bytes, or 304 if the client has them. Allows any site to embed them, because pictures and social images are meant
 * for embedding.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, type, cacheControl }: { bytes: Buffer; type: string; cacheControl: string },
): FastifyReply {
  const etag = etagOf(bytes);
  reply
    .type(type)
    .header('etag', etag)
    .header('cache-control', cacheControl)
    .header('cross-origin-resource-policy', 'cross-origin');
  return matchesIfNoneMatch(request, etag) ? reply.status(304).send() : reply.send(bytes);
}

/** Returns the content coding of a response by Accept-Encoding, or undefined. */
export function chooseCoding(header = ''): 'br' | 'gzip' | undefined {
  if (accepts(header, 'br')) return 'br';
  return accepts(header, 'gzip') ? 'gzip' : undefined;
}

/** Returns whether the header accepts this coding (RFC 9110 12.5.3); a weight of 0 means that it does not. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
