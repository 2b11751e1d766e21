import {
  getAdminSupport,
  getAdminSupportRequest,
  getAdminSupportSummary,
  patchAdminSupportRequest,
  postAdminSupportAnswer,
} from '../../../contract/support/support.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { supportInbox } from '../../site/support-inbox-rules.ts';
import { answerRequest, changeState, listRequests, requestDetails, summarizeRequests } from './support-rules.ts';

/** Routes of the Support tab. */
export function adminSupportRoutes(app: Server, { config, db, sessions, clock }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminSupport,
    {
      summary: 'List the requests to support',
      description: `Open requests come first, those with priority before others, oldest first; then the rest, newest first. ${NEXT_PAGE}`,
    },
    async ({ query }) => listRequests(db, query),
  );

  serve(
    getAdminSupportSummary,
    {
      summary: 'Get the open requests and the reply times of the last 90 days',
      description: 'The median and the slowest reply in minutes, for requests with priority and for others.',
    },
    async () => summarizeRequests(db, clock()),
  );

  serve(getAdminSupportRequest, { summary: 'Get a request to support with its answers' }, async ({ params }) =>
    requestDetails(db, params.id),
  );

  serve(
    postAdminSupportAnswer,
    {
      summary: 'Answer a request to support',
      description:
        'Emails the answer to the person, stores it with the request, and marks the request as answered. A reply goes to the mailbox of support.',
    },
    async ({ account, reply, body, params }) => {
      const answer = { actor: account, inbox: await supportInbox(db, config), ...params, ...body };
      return reply.code(201).send(await answerRequest(db, answer, clock()));
    },
  );

  serve(
    patchAdminSupportRequest,
    {
      summary: 'Mark a request as answered, close it or open it again',
      description: 'The first mark as answered is the time of the reply.',
    },
    async ({ account, body, params }) => changeState(db, { actor: account, ...params, ...body }, clock()),
  );
}
