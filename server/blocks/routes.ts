import { blocks, blocksInput } from '../../contract/blocks/blocks.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned } from '../platform/http/cache/etag-versions.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { readBlocks, saveBlocks } from './rules.ts';

/** Routes of the page of a handle: all of its blocks in order. */
export function blockRoutes(app: Server, { db, clock, sessions, linkBlocklist }: App): void {
  const onRequest = sessions.required;
  const context = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };

  app.get(
    '/api/handles/:id/blocks',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Get the blocks of a page',
        description: 'The whole page in order, hidden blocks included.',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: blocks },
      },
    },
    async (request, reply) =>
      sendVersioned(reply, await readBlocks(context, accountOf(request).id, request.params.id)).blocks,
  );

  app.put(
    '/api/handles/:id/blocks',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Replace the blocks of a page',
        description:
          'The whole page in order, in one transaction. A block keeps the `id` that it came with; one without an id, or with one that the page does not have, gets a new one. `socialLinks` of the handle has the first link of each of its networks. With `version_conflict`, `current.blocks` is the page as it is now.',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        body: blocksInput,
        response: { 200: blocks },
      },
      config: savingLimit,
    },
    async (request, reply) => {
      const target = { accountId: accountOf(request).id, id: request.params.id, expected: expectedVersions(request) };
      return sendVersioned(reply, await saveBlocks(context, target, request.body)).blocks;
    },
  );
}
