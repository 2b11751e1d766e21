import { Readable } from 'node:stream';
import { z } from 'zod';
import { done } from '../../../contract/accounts/accounts.ts';
import { audienceCalls } from '../../../contract/page-forms/paths.ts';
import { audience, subscribers, subscribersQuery } from '../../../contract/page-forms/subscribers.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { audienceOf, exportAudience, listSubscribers, removeSubscriber } from './audience-rules.ts';

const subscriberParams = idParams.extend({ subscriberId: z.uuid() });

/** The email list of a handle, for its owner and managers. */
export function audienceRoutes(app: Server, { db, clock, site, secrets, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/subscribers',
    {
      onRequest,
      schema: {
        tags: ['Email list'],
        summary: 'List the subscribers of a page',
        description: `Those who have confirmed, newest first. \`search\` is part of an address. ${NEXT_PAGE}`,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        querystring: subscribersQuery,
        response: { 200: subscribers },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const { limit, search } = query;
      const of = { accountId: accountOf(request).id, handleId: params.id };
      const { items, more } = await listSubscribers(db, of, query);
      const next = more ? items.at(-1)?.id : undefined;
      linkNextPage(reply, site, audienceCalls.subscribers(params.id), limit, next, { search });
      return items;
    },
  );

  app.get(
    '/api/handles/:id/subscribers/summary',
    {
      onRequest,
      schema: {
        tags: ['Email list'],
        summary: 'Get the number of subscribers of a page',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: audience },
      },
    },
    async (request) =>
      audienceOf({ db, now: clock() }, { accountId: accountOf(request).id, handleId: request.params.id }),
  );

  app.get(
    '/api/handles/:id/subscribers.csv',
    {
      onRequest,
      schema: {
        tags: ['Email list'],
        summary: 'Export the subscribers of a page as CSV',
        description:
          'With the time and wording of each consent, and the address with which each person unsubscribes. It is recorded in the activity.',
        produces: ['text/csv'],
        errors: ['not_found', 'role_without_right'],
        params: idParams,
      },
    },
    async (request, reply) => {
      const of = { accountId: accountOf(request).id, handleId: request.params.id };
      const { handle, rows } = await exportAudience({ db, secrets, origin: site.origin }, of);
      const day = clock().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${handle}-subscribers-${day}.csv"`)
        .send(Readable.from(rows));
    },
  );

  app.delete(
    '/api/handles/:id/subscribers/:subscriberId',
    {
      onRequest,
      schema: {
        tags: ['Email list'],
        summary: 'Remove a subscriber of a page',
        errors: ['not_found', 'role_without_right'],
        params: subscriberParams,
        response: { 200: done },
      },
    },
    async (request) => {
      const { id, subscriberId } = request.params;
      await removeSubscriber(db, accountOf(request).id, id, subscriberId);
      return { message: 'Subscriber removed' };
    },
  );
}
