import {
  deleteSubscriber,
  getAudience,
  getSubscribers,
  getSubscribersFile,
} from '../../../contract/page-forms/subscribers.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendCsv } from '../../platform/http/csv.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { audienceOf, exportAudience, listSubscribers, removeSubscriber } from './audience-rules.ts';

/** Routes of the email list of a handle, for its owner and managers. */
export function audienceRoutes(app: Server, { db, clock, site, secrets, sessions }: App): void {
  const serve = callServer(app, sessions, 'Email list');
  serve(
    getSubscribers,
    {
      summary: 'List the subscribers of a page',
      description: `Confirmed subscribers, newest first. \`search\` is part of an address. ${NEXT_PAGE}`,
    },
    async ({ query, target }) => listSubscribers(db, target, query),
  );

  serve(getAudience, { summary: 'Get the number of subscribers of a page' }, async ({ target }) =>
    audienceOf({ db, now: clock() }, target),
  );

  serve(
    getSubscribersFile,
    {
      summary: 'Export the subscribers of a page as CSV',
      description:
        'Includes the time and wording of each consent, and the address with which each person can unsubscribe. The export is recorded in the activity.',
    },
    async ({ reply, target }) => {
      const { handle, rows } = await exportAudience({ db, secrets, origin: site.origin }, target);
      const day = clock().toISOString().slice(0, 10);
      return sendCsv(reply, `${handle}-subscribers-${day}`, rows);
    },
  );

  serve(deleteSubscriber, { summary: 'Remove a subscriber of a page' }, async ({ target, params }) => {
    await removeSubscriber(db, target, params.subscriberId);
    return { message: 'Subscriber removed' };
  });
}
