import { deleteInvitation, getInvitations, postInvitationAccept } from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptInvitation, declineInvitation, listInvitations } from './invitations-rules.ts';

/** Routes of what waits for the signed-in person, and of answers to invitations. */
export function invitationRoutes(app: Server, { db, clock, sessions }: App): void {
  const context = { db, clock };

  const serve = callServer(app, sessions, 'Teams');
  serve(
    getInvitations,
    {
      summary: 'List the invitations and offered handles that wait for you',
      description: 'Those sent to the verified address of your account, latest first.',
    },
    async ({ account }) => listInvitations(context, account.id),
  );

  serve(
    postInvitationAccept,
    {
      summary: 'Join a team',
      description: 'A repeated call changes nothing. An invitation to another address does not exist for you.',
    },
    async ({ account, params, request }) => {
      const joined = await acceptInvitation(context, account.id, params.id);
      logSecurity(request, 'security.member_joined');
      return joined;
    },
  );

  serve(deleteInvitation, { summary: 'Decline an invitation' }, async ({ account, params }) => {
    await declineInvitation(context, account.id, params.id);
    return { message: 'The invitation is declined.' };
  });
}
