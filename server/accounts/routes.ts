import { getUser, postLogout } from '../../contract/accounts/accounts.ts';
import { postLoginLink, postRecentSignInEmail, postSignInCode } from '../../contract/accounts/sign-in.ts';
import { strangerOrigin } from '../emails/shared/email-rate-limit.ts';
import type { LinkHandlers } from '../magic-links/rules.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { codeLimit, countedNetwork, countedNetworks, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { toCurrentUser } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { handleNamed, requestSignIn } from './rules.ts';
import { accountOfCode } from './sign-in-code-rules.ts';

/** Routes of sign-in and sign-out. `handlers` perform the actions of emailed links and codes. */
export function accountRoutes(
  app: Server,
  { config, db, clock, sessions, secrets }: App,
  handlers: LinkHandlers,
): void {
  const serve = callServer(app, sessions, 'Signing in');
  serve(getUser, { summary: 'Get the signed-in account' }, async ({ account }) => toCurrentUser(account));

  serve(
    postLoginLink,
    {
      summary: 'Mail a sign-in link',
      description: 'The response is the same whether or not the address has an account.',
      limit: sendingLimit,
    },
    async ({ body, request, reply }) => {
      const { email } = body;
      const device = sessions.deviceOf(request, email);
      const origin = strangerOrigin(countedNetworks(request, config), secrets);
      await requestSignIn(db, clock, email, { device, origin, browserHash: sessions.browser.mark(request, reply) });
      logSecurity(request, 'security.sign_in_requested', { knownDevice: device !== undefined });
      return { message: 'Check your email for the connection link' };
    },
  );

  serve(
    postRecentSignInEmail,
    {
      summary: 'Mail a code that confirms it is you',
      description:
        'The code and the link sign in again. The email names what is confirmed: `act` is the one in the error `recent_sign_in_required`.',
      limit: sendingLimit,
    },
    async ({ account, body, request, reply }) => {
      const { id, email } = account;
      const { act, handleId } = body;
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

  serve(
    postSignInCode,
    {
      summary: 'Sign in with the code of the sign-in email',
      description:
        'Works in the browser that requested the email, with five attempts for each email. The code works once, and its link stops working with it.',
      limit: codeLimit,
    },
    async ({ request, reply, body }) => {
      const attempt = { ...body, browserHash: sessions.browser.hashOf(request) };
      const visitor = { network: countedNetwork(request, config) };
      const { id, restored } = await accountOfCode({ db, clock, secrets, handlers }, attempt, visitor);
      const user = toCurrentUser(await sessions.signIn(request, reply, id, 'code'));
      return { user: { ...user, ...(restored && { restored }) } };
    },
  );

  serve(postLogout, { summary: 'End the session' }, async ({ request, reply }) => {
    await sessions.signOut(request, reply);
    return { message: 'Logged out successfully.' };
  });
}
