import { getClaimInvitation } from '../../contract/claims/claim-invitations.ts';
import { getSite } from '../../contract/site/site-document.ts';
import { readInvitationCode, showInvitation } from '../claim-invitations/invitation-rules.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';

/** The route of what everyone may know about the site. */
export function siteRoutes(app: Server, { db, clock, liveSite, sessions, secrets }: App): void {
  const serve = callServer(app, sessions, 'Site');
  serve(getSite, { summary: 'Get the name, the look and the rules of the site' }, async () => liveSite.current());

  serve(
    getClaimInvitation,
    {
      summary: 'Get an invitation to claim a handle',
      description: 'Whether it is valid, until when, and for which handle.',
    },
    async ({ params }) => showInvitation(db, readInvitationCode(secrets, params.code), clock()),
  );
}
