import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { StopView } from '../../contract/documents.ts';
import { pages as paths } from '../../contract/paths.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { stopOrAllowInbox, viewStop } from './stop-forwarding-rules.ts';

const params = z.object({ token: z.string().max(500) });
/** The form of the page is empty; mail programs send `List-Unsubscribe=One-Click` (RFC 8058 3.2). */
const MAX_BODY_BYTES = 4096;

/**
 * Routes of the page on which the owner of an inbox stops all forwarding to it. No account is needed: the token in the
 * URL is the proof.
 */
export function stopForwardingRoutes(app: Server, { db, clock, site, secrets, pages }: App): void {
  const sendPage = (reply: FastifyReply, token: string, view: StopView) => {
    pageHeaders(reply, site);
    const actions = { stop: paths.stopForwarding(token), allow: paths.allowForwarding(token) };
    return reply.status(view.state === 'invalid' ? 404 : 200).send(pages.stopPage(actions, view));
  };
  const decide = async (reply: FastifyReply, token: string, action: 'stop' | 'allow') => {
    try {
      return sendPage(reply, token, await stopOrAllowInbox({ db, clock, secrets }, token, action));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_invalid')
        return sendPage(reply, token, { state: 'invalid' });
      throw error;
    }
  };

  app.get('/stop/:token', { schema: { params } }, async (request, reply) => {
    const { token } = request.params;
    return sendPage(reply, token, await viewStop(db, secrets, token));
  });

  // The content type parser applies to this scope only. It accepts a body of any type and ignores it.
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
      done(null),
    );
    // Mail programs do not send our origin in the Origin header. The routes read no cookie.
    const config = { signedMessage: true };
    scope.post('/stop/:token', { schema: { params }, config }, async (request, reply) =>
      decide(reply, request.params.token, 'stop'),
    );
    scope.post('/stop/:token/allow', { schema: { params }, config }, async (request, reply) =>
      decide(reply, request.params.token, 'allow'),
    );
  });
}
