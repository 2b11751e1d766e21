import type { FastifyRequest } from 'fastify';
import { postRecentSignIn, postRecentSignInOptions } from '../../contract/accounts/passkeys.ts';
import { getRecentSignIn, type RecentSignIn } from '../../contract/accounts/sessions.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { confirmByPasskey, confirmOptions } from './assertion-rules.ts';
import { ownerOf, passkeyContext, refusing } from './request.ts';
import { listPasskeys } from './rules.ts';

/**
 * Routes of the proof of a recent sign-in. Every new sign-in is such a proof; these calls renew the one of a session
 * with a passkey.
 */
export function recentSignInRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const context = passkeyContext({ db, clock, site });
  const status = async (request: FastifyRequest): Promise<RecentSignIn> => ({
    until: sessions.recentUntil(request)?.toISOString() ?? null,
    hasPasskey: (await listPasskeys(db, ownerOf(request).id)).length > 0,
  });

  const serve = callServer(app, sessions, 'Signing in');
  serve(
    getRecentSignIn,
    { summary: 'Get the time until which the last sign-in counts as recent', description: 'Requires a session.' },
    async ({ request }) => status(request),
  );

  serve(
    postRecentSignInOptions,
    { summary: 'Begin to confirm with a passkey', description: 'Requires a session.', limit: sendingLimit },
    async ({ request }) => confirmOptions(context, ownerOf(request)),
  );

  serve(
    postRecentSignIn,
    {
      summary: 'Confirm with a passkey',
      description: 'Requires a session, which gets a new cookie. A new sign-in by email confirms as well.',
      limit: sendingLimit,
    },
    async ({ body, request, reply }) => {
      const proof = await refusing(request, confirmByPasskey(context, ownerOf(request), body.credential));
      await sessions.confirm(request, reply, proof.addedAt);
      return status(request);
    },
  );
}
