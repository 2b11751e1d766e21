import { z } from 'zod';
import { claimLinkRequest, done } from '../../contract/accounts.ts';
import { availability, handleList, page } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { App } from '../plumbing/app-context.ts';
import { sendingLimit } from '../plumbing/limits.ts';
import { nextPage } from '../plumbing/paging.ts';
import type { Server } from '../plumbing/server.ts';
import { accountOf } from '../plumbing/sessions.ts';
import { askToClaim, availabilityOf, listHandles } from './rules.ts';

export function handleRoutes(app: Server, { db, clock, sessions, site }: App): void {
  app.get(
    '/api/check-handle/:handle',
    { schema: { params: z.object({ handle: z.string() }), response: { 200: availability } } },
    async (request) => availabilityOf(db, request.params.handle),
  );

  app.post(
    '/api/send-magic-link',
    { schema: { body: claimLinkRequest, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      await askToClaim(db, clock, request.body, site.mailDomain);
      return { message: 'Check your email for the link that claims your handle' };
    },
  );

  app.get(
    '/api/handles',
    { onRequest: sessions.required, schema: { querystring: page, response: { 200: handleList } } },
    async (request, reply) => {
      const { handles, more } = await listHandles(db, accountOf(request).id, request.query);
      nextPage(reply, site, calls.handles(), request.query.limit, more ? handles.at(-1)?.id : undefined);
      return handles;
    },
  );
}
