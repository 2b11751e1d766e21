import { done } from '../../contract/accounts/accounts.ts';
import { firstRunRequest, handleFiguresList } from '../../contract/dashboard/dashboard.ts';
import { dashboardCalls } from '../../contract/dashboard/paths.ts';
import { handlePage } from '../../contract/handles/handles.ts';
import type { App } from '../platform/http/app-context.ts';
import { linkNextPage, NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { endFirstRunStep, figuresOf } from './rules.ts';

/** What the dashboard shows beside the handles. */
export function dashboardRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handle-figures',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Count links and views of your handles',
        description: `With the time of their last mail, for the handles of the same page of \`GET /api/handles\`. ${NEXT_PAGE}`,
        querystring: handlePage,
        response: { 200: handleFiguresList },
      },
    },
    async (request, reply) => {
      const { figures, more } = await figuresOf(db, accountOf(request).id, request.query, clock());
      const { limit } = request.query;
      linkNextPage(reply, site, dashboardCalls.handleFigures(), limit, more ? figures.at(-1)?.id : undefined);
      return figures;
    },
  );

  app.put(
    '/api/first-run',
    {
      onRequest,
      schema: {
        tags: ['Account'],
        summary: 'Advance the first run of the dashboard',
        description: '`open` after the first handle was celebrated, `ended` to dismiss the checks.',
        body: firstRunRequest,
        response: { 200: done },
      },
    },
    async (request) => {
      await endFirstRunStep(db, accountOf(request).id, request.body);
      return { message: 'Noted.' };
    },
  );
}
