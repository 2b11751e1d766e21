import { done } from '../../../contract/accounts/accounts.ts';
import {
  adminPackage,
  adminPackages,
  packageRequest,
  plannedPackage,
  priceRises,
} from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../../platform/http/cache/etag-versions.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { changePackage, createPackage, listAllPackages, previewRises, removePackage } from './packages-rules.ts';

/** Routes of the packages, which hold the prices of the plans. */
export function adminPackagesRoutes(app: Server, context: App): void {
  const { db, sessions } = context;
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];

  app.get(
    '/api/admin/packages',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List all packages',
        errors: ['forbidden'],
        response: { 200: adminPackages },
      },
    },
    async (_request, reply) => {
      const packages = await listAllPackages(db);
      tagList(reply, packages);
      return packages;
    },
  );

  app.post(
    '/api/admin/packages',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Create a package',
        description: 'In US dollars a year, to the cent.',
        errors: ['forbidden'],
        body: packageRequest,
        response: { 201: adminPackage },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return sendVersioned(reply, await createPackage(context, accountOf(request), request.body));
    },
  );

  app.post(
    '/api/admin/packages/rises',
    {
      // As saving does, which follows.
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Preview the rises of prices that a change of plans would announce',
        description:
          'With `id` and `package` a change, without `id` a creation, without `package` a deletion. Changes nothing. Saving mails every owner of a plan that becomes dearer: `emails` counts them.',
        errors: ['forbidden', 'not_found'],
        body: plannedPackage,
        response: { 200: priceRises },
      },
    },
    async (request) => previewRises(context, request.body),
  );

  app.put(
    '/api/admin/packages/:id',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Change a package',
        description: 'A plan without a package of its name has its fallback price.',
        isVersioned: true,
        errors: ['forbidden', 'not_found'],
        params: idParams,
        body: packageRequest,
        response: { 200: adminPackage },
      },
    },
    async (request, reply) => {
      const { body, params } = request;
      return sendVersioned(
        reply,
        await changePackage(context, accountOf(request), params.id, body, expectedVersions(request)),
      );
    },
  );

  app.delete(
    '/api/admin/packages/:id',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Delete a package',
        isVersioned: true,
        errors: ['forbidden', 'not_found'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await removePackage(context, accountOf(request), request.params.id, expectedVersions(request));
      return { message: 'Package deleted successfully' };
    },
  );
}
