import {
  deleteMember,
  getMembers,
  getTeam,
  INVITATION_DAYS,
  patchMember,
  postInvitation,
  postMember,
} from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { teamOf } from '../team-rules.ts';
import { changeMember, inviteMember, listMembers, removeMember, resendInvitation } from './members-rules.ts';

/** Routes of the team of a handle, its members, and invited people. */
export function memberRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const context = { db, clock, mailDomain: site.mailDomain };

  const serve = callServer(app, sessions, 'Teams');
  serve(
    getTeam,
    {
      summary: 'Get the team of a handle',
      description: 'For every role. Only the owner sees `transfer`, which may have expired.',
    },
    async ({ target }) => teamOf(context, target),
  );

  serve(
    getMembers,
    {
      summary: 'List the members of a handle',
      description: 'For every role. The owner and managers also see invited people, after the members.',
    },
    async ({ target }) => listMembers(context, target),
  );

  serve(
    postMember,
    {
      summary: 'Invite someone to the team',
      description: `Emails an invitation, which the account of this address can accept for ${INVITATION_DAYS} days. An expired invitation is replaced.`,
      limit: sendingLimit,
    },
    async ({ body, request, target }) => {
      const invited = await inviteMember(context, target, body);
      logSecurity(request, 'security.member_invited');
      return invited;
    },
  );

  serve(
    patchMember,
    {
      summary: 'Change the role of a member, or grant or withdraw the mail',
      description:
        'The same call changes the role that an invitation gives. Only the owner may send `mail` and `keepInboxes`. A new manager gets the mail if the owner makes the change; a new editor, and anyone to whom a manager gives another role, does not. The app passwords of a member who becomes an editor are revoked. The inboxes of the handle that the member has set end with the mail, or with the role of a manager, unless `keepInboxes` is true.',
    },
    async ({ target, params, body, request }) => {
      const changed = await changeMember(context, target, params.memberId, body);
      logSecurity(request, 'security.member_role_changed');
      return changed;
    },
  );

  serve(
    postInvitation,
    {
      summary: 'Email an invitation again',
      description: `It can be accepted for ${INVITATION_DAYS} days from then on.`,
      limit: sendingLimit,
    },
    async ({ target, params }) => resendInvitation(context, target, params.memberId),
  );

  serve(
    deleteMember,
    {
      summary: 'Remove a member, withdraw an invitation, or leave the team',
      description:
        'The rights of the member end immediately, and so do the app passwords and the inboxes of the handle that the member has set, unless the owner keeps those with `keepInboxes=true`. A member can always delete their own place, even while the plan has no team.',
    },
    async ({ target, params, query, request }) => {
      await removeMember(context, target, params.memberId, query);
      logSecurity(request, 'security.member_removed');
      return { message: 'Removed from the team.' };
    },
  );
}
