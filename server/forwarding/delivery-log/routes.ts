import { getDeliveries, getDelivery } from '../../../contract/forwarding/delivery-log.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { findDelivery, listDeliveries } from './rules.ts';

/** Routes of the delivery log of a handle. */
export function deliveryLogRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Email forwarding');
  serve(
    getDeliveries,
    {
      summary: 'List the deliveries of mail to and from a handle',
      description: `Up to 90 days, newest first. \`search\` is a part of a sender, author or recipient. ${NEXT_PAGE}`,
    },
    async ({ target, query }) => listDeliveries(db, target, query),
  );

  serve(getDelivery, { summary: 'Get the delivery of one message' }, async ({ target, params }) =>
    findDelivery(db, target, params.flightId),
  );
}
