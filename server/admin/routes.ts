import type { FastifyReply } from 'fastify';
import {
  adminCheck,
  adminHandles,
  adminProfiles,
  adminStats,
  adminUsers,
  handleQuery,
  profileQuery,
  userQuery,
} from '../../contract/admin.ts';
import { calls } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { linkNextPage } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import type { Wanted } from './list/listing.ts';
import { countPeople, listAllHandles, listProfiles, listUsers } from './users/users-rules.ts';

/** Who is an administrator, and the lists that only they see. */
export function adminRoutes(app: Server, { config, db, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/check',
    { onRequest: sessions.required, schema: { response: { 200: adminCheck } } },
    async (request) => ({ isAdmin: accountOf(request).isAdmin }),
  );

  app.get('/api/admin/stats', { onRequest, schema: { response: { 200: adminStats } } }, async () => countPeople(db));

  type List = Parameters<typeof calls.adminList>[0];
  const sayNext = (reply: FastifyReply, list: List, { limit, search, sort }: Wanted, next: string | undefined) =>
    linkNextPage(reply, site, calls.adminList(list), limit, next, { search, sort });

  app.get(
    '/api/admin/users',
    { onRequest, schema: { querystring: userQuery, response: { 200: adminUsers } } },
    async (request, reply) => {
      const { items, next } = await listUsers(db, config, request.query);
      sayNext(reply, 'users', request.query, next);
      return items;
    },
  );

  app.get(
    '/api/admin/handles',
    { onRequest, schema: { querystring: handleQuery, response: { 200: adminHandles } } },
    async (request, reply) => {
      const { items, next } = await listAllHandles(db, request.query);
      sayNext(reply, 'handles', request.query, next);
      return items;
    },
  );

  app.get(
    '/api/admin/profiles',
    { onRequest, schema: { querystring: profileQuery, response: { 200: adminProfiles } } },
    async (request, reply) => {
      const { items, next } = await listProfiles(db, request.query);
      sayNext(reply, 'profiles', request.query, next);
      return items;
    },
  );
}
