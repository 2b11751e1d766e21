import { getAnalytics, getAnalyticsFile } from '../../contract/analytics/analytics.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendCsv } from '../platform/http/csv.ts';
import type { Server } from '../platform/http/server.ts';
import { analyticsCsv, analyticsOf } from './reading/analytics-rules.ts';

/** Routes of the counts of a handle. `source` names the country database. */
export function analyticsRoutes(app: Server, context: App, { source }: { source: string }): void {
  const { config, db, clock, sessions } = context;
  const parts = () => ({ db, now: clock(), countrySource: source, cdnSince: config.analytics.cdnSince });

  const serve = callServer(app, sessions, 'Analytics');
  serve(
    getAnalytics,
    {
      summary: 'Get views, visitors, clicks and mail of a handle',
      description:
        'For the last 7, 30, 90 or 365 days, in UTC. Visitors of several days are the sum of daily visitors. Clicks are a lower bound, because Firefox does not report them. A handle whose plan has no analytics gets its views of 30 days only.',
    },
    async ({ query, target }) => analyticsOf(parts(), target, query.days),
  );

  serve(getAnalyticsFile, { summary: 'Export the days of a handle as CSV' }, async ({ target, query, reply }) => {
    const { name, text } = await analyticsCsv(parts(), target, query.days);
    return sendCsv(reply, name, text);
  });
}
