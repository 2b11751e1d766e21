import { getHandleFigures, putFirstRun } from '../../contract/dashboard/dashboard.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { endFirstRunStep, figuresOf } from './rules.ts';

/** Routes of the figures on the dashboard. */
export function dashboardRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Handles');
  const serveAccount = callServer(app, sessions, 'Account');
  serve(
    getHandleFigures,
    {
      summary: 'Count links and views of your handles',
      description: `With the time of their last mail, for the handles of the same page of \`GET /api/handles\`. ${NEXT_PAGE}`,
    },
    async ({ account, query }) => figuresOf(db, account.id, query, clock()),
  );

  serveAccount(
    putFirstRun,
    {
      summary: 'Advance the first run of the dashboard',
      description: '`open` after the first handle was celebrated, `ended` to dismiss the checks.',
    },
    async ({ account, body }) => {
      await endFirstRunStep(db, account.id, body);
      return { message: 'Noted.' };
    },
  );
}
