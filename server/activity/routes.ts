import { teamCalls } from '../../contract/teams/paths.ts';
import { activities, activityPage } from '../../contract/teams/teams.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { listActivity } from './rules.ts';

/** Who changed what at a handle. */
export function activityRoutes(app: Server, { db, clock, site, sessions }: App): void {
  app.get(
    '/api/handles/:id/activity',
    {
      onRequest: sessions.required,
      schema: {
        tags: ['Teams'],
        summary: 'List who changed what at a handle',
        description: `The last 90 days, newest first. \`details\` names what was changed, without contents. ${NEXT_PAGE}`,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        querystring: activityPage,
        response: { 200: activities },
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const listed = await listActivity({ db, now: clock() }, accountOf(request).id, params.id, query);
      const next = listed.more ? listed.activities.at(-1)?.id : undefined;
      linkNextPage(reply, site, teamCalls.activity(params.id), query.limit, next);
      return listed.activities;
    },
  );
}
