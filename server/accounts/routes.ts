import { currentUser, done, loginLinkRequest, signedIn, signInCodeRequest } from '../../contract/accounts/accounts.ts';
import { confirmEmailRequest } from '../../contract/confirmed-acts.ts';
import { strangerOrigin } from '../emails/shared/email-rate-limit.ts';
import type { LinkHandlers } from '../magic-links/rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { codeLimit, countedNetwork, countedNetworks, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf, toCurrentUser } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { devAccount, handleNamed, type ReactivateAccount, requestSignIn } from './rules.ts';
import { accountOfCode } from './sign-in-code-rules.ts';

/** Sign-in and sign-out. `reactivate` and the handlers are parameters because account-deletion imports accounts. */
export function accountRoutes(
  app: Server,
  { config, db, clock, sessions, secrets }: App,
  reactivate: ReactivateAccount,
  handlers: LinkHandlers,
): void {
  app.get(
    '/api/user',
    {
      onRequest: sessions.required,
      schema: { tags: ['Signing in'], summary: 'Get the signed-in account', response: { 200: currentUser } },
    },
    async (request) => toCurrentUser(accountOf(request)),
  );

  app.post(
    '/api/send-login-magic-link',
    {
      schema: {
        tags: ['Signing in'],
        summary: 'Mail a sign-in link',
        description: 'The response is the same whether or not the address has an account.',
        errors: ['too_many_letters'],
        body: loginLinkRequest,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { email } = request.body;
      const device = sessions.deviceOf(request, email);
      const origin = strangerOrigin(countedNetworks(request, config), secrets);
      await requestSignIn(db, clock, email, { device, origin, browserHash: sessions.browser.mark(request, reply) });
      logSecurity(request, 'security.sign_in_requested', { knownDevice: device !== undefined });
      return { message: 'Check your email for the connection link' };
    },
  );

  app.post(
    '/api/recent-sign-in/email',
    {
      onRequest: sessions.required,
      schema: {
        tags: ['Signing in'],
        summary: 'Mail a code that confirms it is you',
        description:
          'The code and the link sign in again. The email names what is confirmed: `act` is that of the error `recent_sign_in_required`.',
        errors: ['too_many_letters'],
        body: confirmEmailRequest,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { id, email } = accountOf(request);
      const { act, handleId } = request.body;
      const device = sessions.deviceOf(request, email);
      const origin = strangerOrigin(countedNetworks(request, config), secrets);
      const handle = handleId === undefined ? undefined : await handleNamed(db, id, handleId);
      const confirms = { ...(act && { act }), ...(handle !== undefined && { handle }) };
      await requestSignIn(
        db,
        clock,
        email,
        { device, origin, browserHash: sessions.browser.mark(request, reply) },
        confirms,
      );
      logSecurity(request, 'security.sign_in_requested', { knownDevice: device !== undefined });
      return { message: 'Check your email for the code' };
    },
  );

  app.post(
    '/api/sign-in-code',
    {
      schema: {
        tags: ['Signing in'],
        summary: 'Sign in with the code of the sign-in email',
        description:
          'In the browser that requested the email, five attempts for each. The code works once, and its link then no longer does.',
        errors: ['sign_in_code_wrong', 'sign_in_code_spent', 'account_suspended'],
        body: signInCodeRequest,
        response: { 200: signedIn },
      },
      config: codeLimit,
    },
    async (request, reply) => {
      const attempt = { ...request.body, browserHash: sessions.browser.hashOf(request) };
      const visitor = { network: countedNetwork(request, config) };
      const { id, restored } = await accountOfCode({ db, clock, secrets, handlers }, attempt, visitor);
      const user = toCurrentUser(await sessions.signIn(request, reply, id, 'code'));
      return { user: { ...user, ...(restored && { restored }) } };
    },
  );

  app.post(
    '/api/logout',
    { schema: { tags: ['Signing in'], summary: 'End the session', response: { 200: done } } },
    async (request, reply) => {
      await sessions.signOut(request, reply);
      return { message: 'Logged out successfully.' };
    },
  );

  if (!config.production) {
    app.post(
      '/api/dev-login',
      {
        schema: {
          tags: ['Signing in'],
          summary: 'Sign in as the first administrator',
          description: 'On a local installation only.',
          errors: ['not_found', 'account_suspended'],
          response: { 200: signedIn },
        },
      },
      async (request, reply) => {
        const [email] = config.adminEmails;
        if (!email) throw new ApiError('not_found');
        const account = await devAccount(db, clock(), email, reactivate);
        const user = toCurrentUser(await sessions.signIn(request, reply, account.id, 'local'));
        logSecurity(request, 'security.dev_sign_in', { account: account.id });
        return { user };
      },
    );
  }
}
