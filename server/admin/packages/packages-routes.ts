import {
  deleteAdminPackage,
  getAdminPackages,
  postAdminPackage,
  postAdminPackageRises,
  putAdminPackage,
} from '../../../contract/admin/packages.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendVersioned, tagList } from '../../platform/http/cache/etag-versions.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changePackage, createPackage, listAllPackages, previewRises, removePackage } from './packages-rules.ts';

/** Routes of the packages, which hold the prices of the plans. */
export function adminPackagesRoutes(app: Server, context: App): void {
  const { db, sessions } = context;

  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminPackages, { summary: 'List all packages' }, async ({ reply }) => {
    const packages = await listAllPackages(db);
    tagList(reply, packages);
    return packages;
  });

  serve(
    postAdminPackage,
    { summary: 'Create a package', description: 'In US dollars a year, to the cent.' },
    async ({ account, body }) => {
      return createPackage(context, account, body);
    },
  );

  serve(
    postAdminPackageRises,
    {
      summary: 'Preview the price rises that a change of plans would announce',
      description:
        '`id` and `package` together describe a change, `package` alone a creation, `id` alone a deletion. This call changes nothing. Saving emails every owner of a handle whose plan becomes more expensive: `emails` is the number of these emails.',
    },
    async ({ body }) => previewRises(context, body),
  );

  serve(
    putAdminPackage,
    { summary: 'Change a package', description: 'A plan without a package of its name has its fallback price.' },
    async ({ account, params, body, expected, reply }) => {
      return sendVersioned(reply, await changePackage(context, account, params.id, body, expected));
    },
  );

  serve(deleteAdminPackage, { summary: 'Delete a package' }, async ({ account, params, expected }) => {
    await removePackage(context, account, params.id, expected);
    return { message: 'Package deleted successfully' };
  });
}
