import type { FastifyReply } from 'fastify';
import type { Site } from '../../../contract/documents.ts';

/** For the description of a list in the API documentation. */
export const NEXT_PAGE = '`Link: <...>; rel="next"` is the address of the next page, if any.';

/** Sets a Link header (RFC 8288) to the next page of a list, if there is one. */
export function linkNextPage(
  reply: FastifyReply,
  site: Site,
  path: string,
  limit: number,
  after: number | string | undefined,
  /** The other query parameters of the list. */
  rest: Record<string, string | undefined> = {},
): void {
  if (after === undefined) return;
  const query = new URLSearchParams({ limit: String(limit), after: String(after) });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value);
  reply.header('link', `<${site.origin}${path}?${query}>; rel="next"`);
}
