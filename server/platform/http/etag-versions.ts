import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/** Something on the wire that carries its version. */
export interface Versioned {
  version: string;
}

/** Adds the version: a hash of everything that is shown, so that any change, whoever makes it, is another version. */
export function withVersion<T extends object>(shown: T): T & Versioned {
  return { ...shown, version: hashOf(JSON.stringify(shown)) };
}

/** Sends the version as a strong ETag (RFC 9110 8.8.3), to be sent back as If-Match. Returns what is sent. */
export function sendVersioned<T extends Versioned>(reply: FastifyReply, one: T): T {
  reply.header('etag', `"${one.version}"`);
  return one;
}

/** Tags a page of a list. A page of one item has the ETag of that item. */
export function tagList(reply: FastifyReply, items: readonly Versioned[]): void {
  const [first] = items;
  const tag = first && items.length === 1 ? first.version : hashOf(items.map(({ version }) => version).join());
  reply.header('etag', `"${tag}"`);
}

/**
 * The versions that a write names in If-Match; undefined where it names none and so takes any. None at all for
 * `If-None-Match: *`: the write is about something that is not there yet.
 */
export function expectedVersions(request: FastifyRequest): readonly string[] | undefined {
  if (request.headers['if-none-match']?.trim() === '*') return [];
  return request.headers['if-match']?.split(',').map((tag) => tag.trim());
}

/**
 * Throws `version_conflict`, with the present state, unless it is one of the expected versions: compared strongly, so a
 * weak tag never matches (RFC 9110 13.1.1). The caller holds a lock that keeps `current` from changing.
 */
export function assertVersion(expected: readonly string[] | undefined, current: Versioned | null): void {
  if (expected === undefined) return;
  if (expected.length === 0 && current === null) return;
  const matches = current && expected.some((tag) => tag === '*' || tag === `"${current.version}"`);
  if (!matches) throw new ApiError('version_conflict', { current });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
