import { deleteAccountEmail, getAccountEmail, postAccountEmail } from '../../contract/accounts/email-change.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { sessionOf } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { cancelEmailChange, requestEmailChange, signInAddressOf } from './rules.ts';

/** Routes of the sign-in address of an account and its change. */
export function emailChangeRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const serve = callServer(app, sessions, 'Account');
  serve(getAccountEmail, { summary: 'Get your sign-in address and its change' }, async ({ account }) =>
    signInAddressOf(db, account, clock()),
  );

  serve(
    postAccountEmail,
    {
      summary: 'Ask to change your sign-in address',
      description:
        'Both addresses get a link, and the address changes once both are confirmed, within 24 hours. A passkey that is at least 7 days old and confirmed this session recently stands in for the old address. The change ends all sessions, and the old address can undo it for 7 days. The response does not show whether the new address has an account.',
      limit: sendingLimit,
    },
    async ({ account, body, request }) => {
      const owner = { account, session: sessionOf(request) };
      await requestEmailChange({ db, clock, mailDomain: site.mailDomain }, owner, body.email);
      logSecurity(request, 'security.email_change_requested');
      return signInAddressOf(db, owner.account, clock());
    },
  );

  serve(deleteAccountEmail, { summary: 'Stop the change of your sign-in address' }, async ({ account }) => {
    await cancelEmailChange(db, account.id);
    return { message: 'The change is stopped. Your sign-in address stays as it is.' };
  });
}
