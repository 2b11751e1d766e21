import { getMemberInbox, postMemberInboxVerification, putMemberInbox } from '../../../contract/teams/member-inbox.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { isNewInbox, memberInboxOf, resendMemberInbox, setMemberInbox } from './member-inbox-rules.ts';

/** Routes of the inbox where a member receives the mail of a handle. */
export function memberInboxRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const context = { db, clock, mailDomain: site.mailDomain };

  const serve = callServer(app, sessions, 'Teams');
  serve(
    getMemberInbox,
    {
      summary: 'Get your inbox as a member',
      description:
        'For members to whom the owner has granted the mail: the inbox of the owner is the forwarding of the handle.',
    },
    async ({ target }) => memberInboxOf(context, target),
  );

  serve(
    putMemberInbox,
    {
      summary: 'Set your inbox as a member',
      description:
        'A new address gets a verification email, except the address of your account, which you verified by signing in. Until it is verified, mail goes to the previous address.',
      limit: sendingLimit,
    },
    async ({ body, request, target }) => {
      const caller = target;
      const { email } = body;
      if (email !== null && (await isNewInbox(db, caller, email))) await sessions.requireRecentSignIn(request);
      return setMemberInbox(context, caller, body);
    },
  );

  serve(
    postMemberInboxVerification,
    { summary: 'Mail the verification link of your inbox again', limit: sendingLimit },
    async ({ target }) => {
      await resendMemberInbox(context, target);
      return { message: 'Verification email sent! Please check your email for the verification link.' };
    },
  );
}
