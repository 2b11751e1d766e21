import { getOwnProfile, putEmailVisibility } from '../../../contract/profiles/profiles.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeEmailVisibility, ownProfile } from './rules.ts';

/** Routes of the fields that all pages of an account share; the routes of its pictures are in server/uploads. */
export function ownProfileRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Profiles');
  serve(getOwnProfile, { summary: 'Get the fields that your pages share' }, async ({ account }) =>
    ownProfile(db, account.id),
  );

  serve(putEmailVisibility, { summary: 'Show or hide the email address on your pages' }, async ({ account, body }) =>
    changeEmailVisibility(db, account.id, body.emailVisible),
  );
}
