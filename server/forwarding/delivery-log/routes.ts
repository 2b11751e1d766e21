import { z } from 'zod';
import { delivery, deliveryList, deliveryPage } from '../../../contract/forwarding/delivery-log.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { findDelivery, listDeliveries } from './rules.ts';

const deliveryParams = idParams.extend({ flightId: z.string().regex(/^[\w-]{1,100}$/) });

/** The delivery log of a handle. */
export function deliveryLogRoutes(app: Server, context: App): void {
  const { db, site, sessions } = context;
  const onRequest = sessions.required;

  app.get(
    '/api/email-forwarding/:id/flights',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'List the deliveries of mail to and from a handle',
        description: `Up to 90 days, newest first. \`search\` is a part of a sender, author or recipient. ${NEXT_PAGE}`,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        querystring: deliveryPage,
        response: { 200: deliveryList },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { limit, search, state, direction } = request.query;
      const { deliveries, more } = await listDeliveries(db, accountOf(request).id, id, request.query);
      const next = more ? deliveries.at(-1)?.id : undefined;
      linkNextPage(reply, site, calls.flights(id), limit, next, { search, state, direction });
      return deliveries;
    },
  );

  app.get(
    '/api/email-forwarding/:id/flights/:flightId',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Get the delivery of one message',
        errors: ['not_found', 'role_without_right'],
        params: deliveryParams,
        response: { 200: delivery },
      },
    },
    async (request) => findDelivery(db, accountOf(request).id, request.params.id, request.params.flightId),
  );
}
