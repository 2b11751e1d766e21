import { supportCalls } from '../../../contract/support/paths.ts';
import {
  adminSupportDetails,
  adminSupportQuery,
  adminSupportRequest,
  adminSupportRequests,
  adminSupportSummary,
  newSupportAnswer,
  supportStateChange,
} from '../../../contract/support/support.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { answerRequest, changeState, listRequests, requestDetails, summarizeRequests } from './support-rules.ts';

/** Routes of the Support tab. */
export function adminSupportRoutes(app: Server, { config, db, site, sessions, clock }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    supportCalls.adminSupport(),
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List the requests to support',
        description: `Open requests first, those with priority before others, oldest first; then the rest, newest first. ${NEXT_PAGE}`,
        errors: ['forbidden'],
        querystring: adminSupportQuery,
        response: { 200: adminSupportRequests },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listRequests(db, query);
      linkNextPage(reply, site, supportCalls.adminSupport(), query.limit, next, { state: query.state });
      return items;
    },
  );

  app.get(
    supportCalls.adminSupportSummary(),
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get the open requests and the reply times of the last 90 days',
        description: 'The median and the slowest reply in minutes, for requests with priority and for others.',
        errors: ['forbidden'],
        response: { 200: adminSupportSummary },
      },
    },
    async () => summarizeRequests(db, clock()),
  );

  app.get(
    '/api/admin/support/:id',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get a request to support with its answers',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        response: { 200: adminSupportDetails },
      },
    },
    async ({ params }) => requestDetails(db, params.id),
  );

  app.post(
    '/api/admin/support/:id/answers',
    {
      onRequest: [...onRequest, sessions.requireRecentSignIn],
      schema: {
        tags: ['Administration'],
        summary: 'Answer a request to support',
        description:
          'Mails the answer to the person, keeps it with the request, and marks the request as answered. A reply goes to SUPPORT_EMAIL.',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        body: newSupportAnswer,
        response: { 201: adminSupportDetails },
      },
    },
    async (request, reply) => {
      const answer = { actor: accountOf(request), inbox: config.support.email, ...request.params, ...request.body };
      return reply.code(201).send(await answerRequest(db, answer, clock()));
    },
  );

  app.patch(
    '/api/admin/support/:id',
    {
      onRequest: [...onRequest, sessions.requireRecentSignIn],
      schema: {
        tags: ['Administration'],
        summary: 'Mark a request as answered, close it or open it again',
        description: 'The first mark as answered is the time of the reply.',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        body: supportStateChange,
        response: { 200: adminSupportRequest },
      },
    },
    async (request) => changeState(db, { actor: accountOf(request), ...request.params, ...request.body }, clock()),
  );
}
