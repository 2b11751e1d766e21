import { adminProfiles, profileQuery } from '../../../contract/admin/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { listProfiles } from './profiles-rules.ts';

/** Route of the Profiles tab. */
export function adminProfilesRoutes(app: Server, { db, site, sessions }: App): void {
  app.get(
    '/api/admin/profiles',
    {
      onRequest: [sessions.required, sessions.admin],
      schema: {
        tags: ['Administration'],
        summary: 'List all profiles',
        description: LIST_DESCRIPTION,
        errors: ['forbidden'],
        querystring: profileQuery,
        response: { 200: adminProfiles },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listProfiles(db, query);
      linkNextPage(reply, site, calls.adminList('profiles'), query.limit, next, {
        search: query.search,
        sort: query.sort,
      });
      return items;
    },
  );
}
