import { sql } from 'kysely';
import { expect } from 'vitest';
import { analytics } from '../../../contract/analytics/analytics.ts';
import { DAY } from '../../../contract/time.ts';
import { createSendingPerson } from '../api/sending-person.ts';
import type { TestServer } from '../server/test-server.ts';

/** The tables of views, which are partitioned by time. */
export const VIEW_TABLES = ['page_hours', 'page_days', 'page_counts', 'page_visitors'];

/** A person who owns the handle `ada` with a paid plan, and the acts of tests on its analytics. */
export async function createAnalyticsOwner(server: TestServer) {
  const ada = await createSendingPerson(server, 'ada', new Date('2999-01-01'));
  const date = (daysAgo: number) => new Date(server.clock().getTime() - daysAgo * DAY).toISOString().slice(0, 10);
  return {
    ...ada,
    /** The date in UTC this many days ago, on the server's clock. */
    date,
    /** The analytics of a handle, with all views until now. */
    analytics: async (days = 30, id = ada.id, person = ada.person) => {
      await server.visits.flush();
      const { status, body } = await person.request('GET', `/api/handles/${id}/analytics?days=${days}`);
      expect(status).toBe(200);
      return analytics.parse(body);
    },
    /** Inserts the views of an hour. */
    addHour: async (daysAgo: number, counts: { views: number; visitors?: number }, id = ada.id): Promise<void> => {
      await sql`insert into page_hours (handle_id, hour, views, visitors)
        values (${id}, ${`${date(daysAgo)}T00:00:00Z`}::timestamptz, ${counts.views}, ${counts.visitors ?? 0})`.execute(
        server.db,
      );
    },
  };
}

/** Deletes all counted, imported and rolled-up views of all handles. */
export async function clearAnalytics(server: TestServer): Promise<void> {
  await server.visits.flush();
  for (const table of [...VIEW_TABLES, 'flights', 'view_imports'])
    await sql`truncate ${sql.table(table)}`.execute(server.db);
  await sql`update analytics_state set rolled_up_until = '2000-01-01', mail_until = null`.execute(server.db);
}
