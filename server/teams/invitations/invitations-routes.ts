import { done } from '../../../contract/accounts/accounts.ts';
import { accepted, invitations } from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptInvitation, declineInvitation, listInvitations } from './invitations-rules.ts';

const tags = ['Teams'];

/** What waits for the signed-in person, and the answers to invitations. */
export function invitationRoutes(app: Server, { db, clock, sessions }: App): void {
  const context = { db, clock };
  const onRequest = sessions.required;

  app.get(
    '/api/invitations',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the invitations and offered handles that wait for you',
        description: 'Those that were sent to the verified address of your account, the latest first.',
        response: { 200: invitations },
      },
    },
    async (request) => listInvitations(context, accountOf(request).id),
  );

  app.post(
    '/api/invitations/:id/accept',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Join a team',
        description: 'A repeated call changes nothing. An invitation to another address does not exist for you.',
        errors: ['not_found', 'invitation_expired', 'plan_without_teams'],
        params: idParams,
        response: { 200: accepted },
      },
    },
    async (request) => {
      const joined = await acceptInvitation(context, accountOf(request).id, request.params.id);
      logSecurity(request, 'security.member_joined');
      return joined;
    },
  );

  app.delete(
    '/api/invitations/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Decline an invitation',
        errors: ['not_found'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await declineInvitation(context, accountOf(request).id, request.params.id);
      return { message: 'The invitation is declined.' };
    },
  );
}
