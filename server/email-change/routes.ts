import { done } from '../../contract/accounts/accounts.ts';
import { emailChangeRequest, signInAddress } from '../../contract/accounts/email-change.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf, sessionOf } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { cancelEmailChange, requestEmailChange, signInAddressOf } from './rules.ts';

const tags = ['Account'];

/** The sign-in address of an account, and its change. */
export function emailChangeRoutes(app: Server, { db, clock, sessions, site }: App): void {
  app.get(
    '/api/account/email',
    {
      onRequest: sessions.required,
      schema: { tags, summary: 'Get your sign-in address and its change', response: { 200: signInAddress } },
    },
    async (request) => signInAddressOf(db, accountOf(request), clock()),
  );

  app.post(
    '/api/account/email',
    {
      onRequest: [sessions.required, sessions.requireRecentSignIn],
      schema: {
        tags,
        summary: 'Ask to change your sign-in address',
        description:
          'Both addresses get a link, and the address changes once both are confirmed, within 24 hours. A passkey that is at least 7 days old and confirmed this session recently stands in for the old address. The change ends all sessions, and the old address can undo it for 7 days. The response does not show whether the new address has an account.',
        errors: ['own_domain', 'same_address', 'too_many_letters'],
        body: emailChangeRequest,
        response: { 202: signInAddress },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const owner = { account: accountOf(request), session: sessionOf(request) };
      await requestEmailChange({ db, clock, mailDomain: site.mailDomain }, owner, request.body.email);
      logSecurity(request, 'security.email_change_requested');
      reply.status(202);
      return signInAddressOf(db, owner.account, clock());
    },
  );

  app.delete(
    '/api/account/email',
    {
      onRequest: sessions.required,
      schema: {
        tags,
        summary: 'Stop the change of your sign-in address',
        errors: ['not_found'],
        response: { 200: done },
      },
    },
    async (request) => {
      await cancelEmailChange(db, accountOf(request).id);
      return { message: 'The change is stopped. Your sign-in address stays as it is.' };
    },
  );
}
