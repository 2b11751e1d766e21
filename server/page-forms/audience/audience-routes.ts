import { Readable } from 'node:stream';
import { pathOf } from '../../../contract/call.ts';
import {
  deleteSubscriber,
  getAudience,
  getSubscribers,
  getSubscribersFile,
} from '../../../contract/page-forms/subscribers.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { audienceOf, exportAudience, listSubscribers, removeSubscriber } from './audience-rules.ts';

/** The email list of a handle, for its owner and managers. */
export function audienceRoutes(app: Server, { db, clock, site, secrets, sessions }: App): void {
  const serve = callServer(app, sessions, 'Email list');
  serve(
    getSubscribers,
    {
      summary: 'List the subscribers of a page',
      description: `Those who have confirmed, newest first. \`search\` is part of an address. ${NEXT_PAGE}`,
    },
    async ({ params, query, reply, target }) => {
      const { limit, search } = query;
      const of = target;
      const { items, more } = await listSubscribers(db, of, query);
      const next = more ? items.at(-1)?.id : undefined;
      linkNextPage(reply, site, pathOf(getSubscribers, { id: params.id }), limit, next, { search });
      return items;
    },
  );

  serve(getAudience, { summary: 'Get the number of subscribers of a page' }, async ({ target }) =>
    audienceOf({ db, now: clock() }, target),
  );

  serve(
    getSubscribersFile,
    {
      summary: 'Export the subscribers of a page as CSV',
      description:
        'With the time and wording of each consent, and the address with which each person unsubscribes. It is recorded in the activity.',
    },
    async ({ reply, target }) => {
      const of = target;
      const { handle, rows } = await exportAudience({ db, secrets, origin: site.origin }, of);
      const day = clock().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${handle}-subscribers-${day}.csv"`)
        .send(Readable.from(rows));
    },
  );

  serve(deleteSubscriber, { summary: 'Remove a subscriber of a page' }, async ({ target, params }) => {
    await removeSubscriber(db, target, params.subscriberId);
    return { message: 'Subscriber removed' };
  });
}
