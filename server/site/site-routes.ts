import { getClaimInvitation } from '../../contract/claims/shown-invitation.ts';
import { getSite } from '../../contract/site/site-document.ts';
import { readInvitationCode, showInvitation } from '../claim-invitations/invitation-rules.ts';
import { nameInForce } from '../legal/legal-rules.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';

/** The route of what everyone may know about the site. */
export function siteRoutes(app: Server, { db, clock, liveSite, sessions, secrets }: App): void {
  const serve = callServer(app, sessions, 'Site');
  serve(getSite, { summary: 'Get the name, the look and the rules of the site' }, async () => {
    const { legal, ...settings } = liveSite.current();
    return {
      ...settings,
      imprint: legal.imprint.current?.isOwn === true,
      terms: nameInForce('terms', legal.terms),
      privacy: nameInForce('privacy', legal.privacy),
    };
  });

  serve(
    getClaimInvitation,
    {
      summary: 'Get an invitation to claim a handle',
      description: 'Whether it is valid, until when, and for which handle.',
    },
    async ({ params }) => showInvitation(db, readInvitationCode(secrets, params.code), clock()),
  );
}
