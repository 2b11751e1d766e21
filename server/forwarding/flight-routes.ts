import { z } from 'zod';
import { flight, flightList, flightPage, testMailAnswer } from '../../contract/flights.ts';
import { calls } from '../../contract/paths.ts';
import type { App } from '../plumbing/app-context.ts';
import { sendingLimit } from '../plumbing/limits.ts';
import { idParams, nextPage } from '../plumbing/paging.ts';
import type { Server } from '../plumbing/server.ts';
import { accountOf } from '../plumbing/sessions.ts';
import { findFlight, listFlights } from './flight-rules.ts';
import { sendTest } from './test-mail-rules.ts';

const flightParams = idParams.extend({ flightId: z.string().regex(/^[\w-]{1,100}$/) });

/** "Where did it go?": the way of each mail to a handle, and a test mail to watch. */
export function flightRoutes(app: Server, context: App): void {
  const { db, site, sessions } = context;
  const onRequest = sessions.required;

  app.get(
    '/api/email-forwarding/:id/flights',
    { onRequest, schema: { params: idParams, querystring: flightPage, response: { 200: flightList } } },
    async (request, reply) => {
      const { id } = request.params;
      const { limit, search, state } = request.query;
      const { flights, more } = await listFlights(db, accountOf(request).id, id, request.query);
      const next = more ? flights.at(-1)?.id : undefined;
      nextPage(reply, site, calls.flights(id), limit, next, { search, state });
      return flights;
    },
  );

  app.get(
    '/api/email-forwarding/:id/flights/:flightId',
    { onRequest, schema: { params: flightParams, response: { 200: flight } } },
    async (request) => findFlight(db, accountOf(request).id, request.params.id, request.params.flightId),
  );

  app.post(
    '/api/email-forwarding/:id/test-mail',
    { onRequest, schema: { params: idParams, response: { 202: testMailAnswer } }, config: sendingLimit },
    async (request, reply) => {
      const answer = await sendTest(context, accountOf(request).id, request.params.id);
      reply.status(202);
      return answer;
    },
  );
}
