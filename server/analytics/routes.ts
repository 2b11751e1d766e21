import { analytics, analyticsQuery } from '../../contract/analytics/analytics.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { analyticsCsv, analyticsOf } from './reading/analytics-rules.ts';

const tags = ['Analytics'];

/** What was counted for a handle. `countrySource` names the country database. */
export function analyticsRoutes(app: Server, context: App, { source }: { source: string }): void {
  const { config, db, clock, sessions } = context;
  const onRequest = sessions.required;
  const parts = () => ({ db, now: clock(), countrySource: source, cdnSince: config.analytics.cdnSince });

  app.get(
    '/api/handles/:id/analytics',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get views, visitors, clicks and mail of a handle',
        description:
          'For the last 7, 30, 90 or 365 days, in UTC. Visitors of several days are the sum of daily visitors. Clicks are a lower bound, because Firefox does not report them. A handle whose plan has no analytics gets its views of 30 days only.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        querystring: analyticsQuery,
        response: { 200: analytics },
      },
    },
    async (request) => analyticsOf(parts(), accountOf(request).id, request.params.id, request.query.days),
  );

  app.get(
    '/api/handles/:id/analytics.csv',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Export the days of a handle as CSV',
        produces: ['text/csv'],
        errors: ['not_found', 'role_without_right', 'plan_without_analytics', 'unavailable'],
        params: idParams,
        querystring: analyticsQuery,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { name, text } = await analyticsCsv(parts(), accountOf(request).id, id, request.query.days);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(text);
    },
  );
}
