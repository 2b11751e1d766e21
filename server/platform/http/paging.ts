import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, pathOf } from '../../../contract/call.ts';
import type { Site } from '../../../contract/documents.ts';

declare module 'fastify' {
  interface FastifyInstance {
    site: Site;
  }
}

/** A sentence for the description of a list in the API documentation. */
export const NEXT_PAGE = '`Link: <...>; rel="next"` is the address of the next page, if any.';

/** One page of a list; `next` is the cursor of the next page. */
export interface ListedPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** Makes a page from the rows of a query for one more than `limit`. The cursor is the id of the last item. */
export function pageOf<Row, Item extends { id: number | string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (last: Item) => string = ({ id }) => String(id),
): ListedPage<Item> {
  const items = rows.slice(0, limit).map(toItem);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last && cursorOf(last) };
}

/** Sets a Link header (RFC 8288) to the next page of a list, if it exists, and returns the items. */
export function sendPage<Item>(
  { params, query, server }: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  { items, next }: ListedPage<Item>,
): Item[] {
  if (next === undefined) return items;
  const { limit, after: _, ...rest } = query as Record<string, unknown>;
  const address = pathOf(call, { ...(params as object), query: { limit, after: next, ...rest } } as never);
  reply.header('link', `<${server.site.origin}${address}>; rel="next"`);
  return items;
}
