import { getActivity } from '../../contract/teams/teams.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { listActivity } from './rules.ts';

/** Route of the activity log of a handle: who changed what. */
export function activityRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Teams');
  serve(
    getActivity,
    {
      summary: 'List who changed what at a handle',
      description: `The last 90 days, newest first. \`details\` names what was changed, without contents. ${NEXT_PAGE}`,
    },
    async ({ query, target }) => listActivity({ db, now: clock() }, target, query),
  );
}
