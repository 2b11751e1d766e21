import { postDevLogin } from '../../contract/accounts/accounts.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { toCurrentUser } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { devAccount } from './rules.ts';

/** Route that signs in as the first administrator without an email, on a local installation. */
export function devSignInRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Signing in');
  serve(
    postDevLogin,
    { summary: 'Sign in as the first administrator', description: 'On a local installation only.' },
    async ({ request, reply }) => {
      const [email] = config.adminEmails;
      if (!email) throw new ApiError('not_found');
      const account = await devAccount(db, clock(), email);
      const user = toCurrentUser(await sessions.signIn(request, reply, account.id, 'local'));
      logSecurity(request, 'security.dev_sign_in', { account: account.id });
      return { user };
    },
  );
}
