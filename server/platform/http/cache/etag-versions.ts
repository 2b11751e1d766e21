import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';

/** A response item that carries its version. */
export interface Versioned {
  version: string;
}

/** Adds a version: a hash of the whole item, so that every change results in another version. */
export function withVersion<T extends object>(item: T): T & Versioned {
  return { ...item, version: hashOf(JSON.stringify(item)) };
}

/** Sets the version as a strong ETag (RFC 9110 8.8.3), which a client sends back as If-Match. Returns the item. */
export function sendVersioned<T extends Versioned>(reply: FastifyReply, item: T): T {
  reply.header('etag', `"${item.version}"`);
  return item;
}

/** Sets the ETag of a page of a list. A page of one item has the ETag of that item. */
export function tagList(reply: FastifyReply, items: readonly Versioned[]): void {
  const [first] = items;
  const tag = first && items.length === 1 ? first.version : hashOf(items.map(({ version }) => version).join());
  reply.header('etag', `"${tag}"`);
}

/**
 * Returns the versions that a write states in If-Match; undefined if it states none and thus accepts any. Empty for
 * `If-None-Match: *`, with which the write requires that the resource does not exist yet.
 */
export function expectedVersions(request: FastifyRequest): readonly string[] | undefined {
  if (request.headers['if-none-match']?.trim() === '*') return [];
  return request.headers['if-match']?.split(',').map((tag) => tag.trim());
}

/**
 * Throws `version_conflict` with the current state unless its version is an expected one. The comparison is strong, so
 * a weak tag never matches (RFC 9110 13.1.1). The caller holds a lock that keeps `current` from changing.
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
