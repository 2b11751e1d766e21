import { getBlocks, putBlocks } from '../../contract/blocks/blocks.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendVersioned } from '../platform/http/cache/etag-versions.ts';
import { callServer } from '../platform/http/call-server.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { readBlocks, saveBlocks } from './rules.ts';

/** Routes of the page of a handle: all of its blocks in order. */
export function blockRoutes(app: Server, { db, clock, sessions, linkBlocklist }: App): void {
  const context = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };

  const serve = callServer(app, sessions, 'Handles');
  serve(
    getBlocks,
    { summary: 'Get the blocks of a page', description: 'The whole page in order, hidden blocks included.' },
    async ({ reply, target }) => sendVersioned(reply, await readBlocks(context, target)).blocks,
  );

  serve(
    putBlocks,
    {
      summary: 'Replace the blocks of a page',
      description:
        'The whole page in order, in one transaction. A block keeps its `id`; a block without an id, or with an id that the page does not have, gets a new one. `socialLinks` of the handle has the first link of each of its networks. With `version_conflict`, `current.blocks` is the page as it is now.',
      limit: savingLimit,
    },
    async ({ target, body, reply }) => sendVersioned(reply, await saveBlocks(context, target, body)).blocks,
  );
}
