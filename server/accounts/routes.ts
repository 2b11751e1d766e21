import { currentUser, devLogin, done, loginLinkRequest } from '../../contract/accounts.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf, toCurrentUser } from '../platform/http/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { devAccount, type ReactivateAccount, requestSignIn } from './rules.ts';

/** Sign-in and sign-out. `reactivate` is a parameter because account-deletion imports accounts. */
export function accountRoutes(app: Server, { config, db, clock, sessions }: App, reactivate: ReactivateAccount): void {
  app.get('/api/user', { onRequest: sessions.required, schema: { response: { 200: currentUser } } }, async (request) =>
    toCurrentUser(accountOf(request)),
  );

  app.post(
    '/api/send-login-magic-link',
    { schema: { body: loginLinkRequest, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      const { email } = request.body;
      const device = sessions.deviceOf(request, email);
      await requestSignIn(db, clock, email, device);
      logSecurity(request, 'security.sign_in_requested', { knownDevice: device !== undefined });
      return { message: 'Check your email for the connection link' };
    },
  );

  app.post('/api/logout', { schema: { response: { 200: done } } }, async (request, reply) => {
    await sessions.signOut(request, reply);
    return { message: 'Logged out successfully.' };
  });

  if (!config.production) {
    app.post('/api/dev-login', { schema: { response: { 200: devLogin } } }, async (request, reply) => {
      const [email] = config.adminEmails;
      if (!email) throw new ApiError('not_found');
      const account = await devAccount(db, clock(), email, reactivate);
      await sessions.signIn(request, reply, account.id);
      logSecurity(request, 'security.dev_sign_in', { account: account.id });
      return {
        user: {
          id: account.id,
          email: account.email,
          emailVerified: true,
          isAdmin: true,
          createdAt: account.created_at.toISOString(),
        },
      };
    });
  }
}
