import { done } from '../../../contract/accounts/accounts.ts';
import { memberInbox, memberInboxChange } from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { isNewInbox, memberInboxOf, resendMemberInbox, setMemberInbox } from './member-inbox-rules.ts';

const tags = ['Teams'];

/** The inbox at which a member receives the mail of a handle. */
export function memberInboxRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const context = { db, clock, mailDomain: site.mailDomain };
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/member-inbox',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get your inbox as a member',
        description:
          'For members to whom the owner has granted the mail: the inbox of the owner is the forwarding of the handle.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: memberInbox },
      },
    },
    async (request) => memberInboxOf(context, { account: accountOf(request), handleId: request.params.id }),
  );

  app.put(
    '/api/handles/:id/member-inbox',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Set your inbox as a member',
        description:
          'A new address gets a verification email, except the address of your account, which you verified by signing in. Until it is verified, mail goes to the previous address.',
        needsRecentSignIn: 'with a new `email`',
        errors: [
          'not_found',
          'role_without_right',
          'own_domain',
          'forwarder_limit',
          'inbox_stopped',
          'too_many_letters',
        ],
        params: idParams,
        body: memberInboxChange,
        response: { 200: memberInbox },
      },
      config: sendingLimit,
    },
    async (request) => {
      const caller = { account: accountOf(request), handleId: request.params.id };
      const { email } = request.body;
      if (email !== null && (await isNewInbox(db, caller, email))) await sessions.requireRecentSignIn(request);
      return setMemberInbox(context, caller, request.body);
    },
  );

  app.post(
    '/api/handles/:id/member-inbox/resend-verification',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Mail the verification link of your inbox again',
        errors: ['not_found', 'role_without_right', 'already_verified', 'too_many_letters'],
        params: idParams,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      await resendMemberInbox(context, { account: accountOf(request), handleId: request.params.id });
      return { message: 'Verification email sent! Please check your email for the verification link.' };
    },
  );
}
