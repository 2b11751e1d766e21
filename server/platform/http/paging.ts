import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Site } from '../../../contract/documents.ts';

/** `:id` of a path: a positive integer. Anything else is an address where nothing is (404). */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
});

/** Says by a Link header (RFC 8288) where the next page of a list is, when there is one. */
export function linkNextPage(
  reply: FastifyReply,
  site: Site,
  path: string,
  limit: number,
  after: number | string | undefined,
  /** What else the list was asked for. */
  rest: Record<string, string | undefined> = {},
): void {
  if (after === undefined) return;
  const query = new URLSearchParams({ limit: String(limit), after: String(after) });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value);
  reply.header('link', `<${site.origin}${path}?${query}>; rel="next"`);
}
