import { z } from 'zod';
import { done } from '../../../contract/accounts/accounts.ts';
import { member, memberChange, memberRemoval, members, newMember, team } from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { teamOf } from '../team-rules.ts';
import { changeMember, inviteMember, listMembers, removeMember, resendInvitation } from './members-rules.ts';

const tags = ['Teams'];
const memberParams = z.object({ id: idParams.shape.id, memberId: idParams.shape.id });

/** The team of a handle, its members, and the people who are invited. */
export function memberRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const context = { db, clock, mailDomain: site.mailDomain };
  const onRequest = sessions.required;
  const recently = [sessions.required, sessions.requireRecentSignIn];

  app.get(
    '/api/handles/:id/team',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get the team of a handle',
        description: 'For every role. `transfer` is shown to the owner; it can have expired.',
        errors: ['not_found'],
        params: idParams,
        response: { 200: team },
      },
    },
    async (request) => teamOf(context, { account: accountOf(request), handleId: request.params.id }),
  );

  app.get(
    '/api/handles/:id/members',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the members of a handle',
        description:
          'For every role. The people who are invited are shown to the owner and managers, after the members.',
        errors: ['not_found'],
        params: idParams,
        response: { 200: members },
      },
    },
    async (request) => listMembers(context, { account: accountOf(request), handleId: request.params.id }),
  );

  app.post(
    '/api/handles/:id/members',
    {
      onRequest: recently,
      schema: {
        tags,
        summary: 'Invite somebody to the team',
        description:
          'Mails an invitation, which the account of this address can accept for 14 days. One that has expired is replaced.',
        errors: [
          'not_found',
          'role_without_right',
          'plan_without_teams',
          'own_domain',
          'member_known',
          'member_limit',
          'too_many_requests',
          'too_many_letters',
        ],
        params: idParams,
        body: newMember,
        response: { 201: member },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const invited = await inviteMember(
        context,
        { account: accountOf(request), handleId: request.params.id },
        request.body,
      );
      logSecurity(request, 'security.member_invited');
      reply.status(201);
      return invited;
    },
  );

  app.patch(
    '/api/handles/:id/members/:memberId',
    {
      onRequest: recently,
      schema: {
        tags,
        summary: 'Change the role of a member, or grant or withdraw the mail',
        description:
          'Also the role that an invitation gives. Only the owner may send `mail` and `keepInboxes`. A new manager gets the mail if the owner makes the change; a new editor, and anyone to whom a manager gives another role, does not. The app passwords of a member who becomes an editor are revoked. The inboxes of the handle that the member has set end with the mail, or with the role of a manager, unless `keepInboxes` is true.',
        errors: ['not_found', 'role_without_right'],
        params: memberParams,
        body: memberChange,
        response: { 200: member },
      },
    },
    async (request) => {
      const { id: handleId, memberId } = request.params;
      const changed = await changeMember(context, { account: accountOf(request), handleId }, memberId, request.body);
      logSecurity(request, 'security.member_role_changed');
      return changed;
    },
  );

  app.post(
    '/api/handles/:id/members/:memberId/resend',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Mail an invitation again',
        description: 'It can then be accepted for 14 days from now.',
        errors: [
          'not_found',
          'role_without_right',
          'plan_without_teams',
          'invitation_not_expired',
          'member_limit',
          'too_many_requests',
          'too_many_letters',
        ],
        params: memberParams,
        response: { 200: member },
      },
      config: sendingLimit,
    },
    async (request) => {
      const { id: handleId, memberId } = request.params;
      return resendInvitation(context, { account: accountOf(request), handleId }, memberId);
    },
  );

  app.delete(
    '/api/handles/:id/members/:memberId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Remove a member, withdraw an invitation, or leave the team',
        description:
          'The rights of the member end at once, and so do the app passwords and the inboxes of the handle that the member has set, unless the owner keeps those with `keepInboxes=true`. A member can always delete their own place, also while the plan has no team.',
        errors: ['not_found', 'role_without_right'],
        params: memberParams,
        querystring: memberRemoval,
        response: { 200: done },
      },
    },
    async (request) => {
      const { id: handleId, memberId } = request.params;
      await removeMember(context, { account: accountOf(request), handleId }, memberId, request.query);
      logSecurity(request, 'security.member_removed');
      return { message: 'Removed from the team.' };
    },
  );
}
