import type { FastifyRequest } from 'fastify';
import { assertionRequest, passkeyRequestOptions } from '../../contract/accounts/passkeys.ts';
import { type RecentSignIn, recentSignIn } from '../../contract/accounts/sessions.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { confirmByPasskey, confirmOptions } from './assertion-rules.ts';
import { ownerOf, passkeyContext, refusing } from './request.ts';
import { listPasskeys } from './rules.ts';

const tags = ['Signing in'];

/** The proof of a recent sign-in. Every new sign-in is one; these calls renew that of a session by a passkey. */
export function recentSignInRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const context = passkeyContext({ db, clock, site });
  const onRequest = sessions.required;
  const status = async (request: FastifyRequest): Promise<RecentSignIn> => ({
    until: sessions.recentUntil(request)?.toISOString() ?? null,
    hasPasskey: (await listPasskeys(db, ownerOf(request).id)).length > 0,
  });

  app.get(
    '/api/recent-sign-in',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get until when the last sign-in counts as recent',
        description: 'Requires a session.',
        response: { 200: recentSignIn },
      },
    },
    async (request) => status(request),
  );

  app.post(
    '/api/recent-sign-in/options',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Begin to confirm with a passkey',
        description: 'Requires a session.',
        response: { 200: passkeyRequestOptions },
      },
      config: sendingLimit,
    },
    async (request) => confirmOptions(context, ownerOf(request)),
  );

  app.post(
    '/api/recent-sign-in',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Confirm with a passkey',
        description: 'Requires a session, which gets a new cookie. A new sign-in by email confirms as well.',
        errors: ['passkey_refused', 'passkey_expired', 'passkey_unknown'],
        body: assertionRequest,
        response: { 200: recentSignIn },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const proof = await refusing(request, confirmByPasskey(context, ownerOf(request), request.body.credential));
      await sessions.confirm(request, reply, proof.addedAt);
      return status(request);
    },
  );
}
