import { getAdminProfiles } from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { listProfiles } from './profiles-rules.ts';

/** Route of the Profiles tab. */
export function adminProfilesRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminProfiles, { summary: 'List all profiles', description: LIST_DESCRIPTION }, async ({ query }) =>
    listProfiles(db, query),
  );
}
