import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { StopView } from '../../contract/documents.ts';
import { pages as paths } from '../../contract/paths.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { pageHeaders } from '../platform/http/pages/renderer.ts';
import type { Server } from '../platform/http/server.ts';
import { decideInbox, viewStop } from './stop-rules.ts';

const params = z.object({ token: z.string().max(500) });
/** The form of the page is empty; a mail program says `List-Unsubscribe=One-Click` (RFC 8058 3.2). */
const MOST_SAID = 4096;

/** Where the owner of an inbox stops all forwarding to it, without an account: the token in the address is the proof. */
export function stopRoutes(app: Server, { db, clock, site, secrets, pages }: App): void {
  const answer = (reply: FastifyReply, token: string, view: StopView) => {
    pageHeaders(reply, site);
    const ways = { stop: paths.stopForwarding(token), allow: paths.allowForwarding(token) };
    return reply.status(view.state === 'invalid' ? 404 : 200).send(pages.stopPage(ways, view));
  };
  const decide = async (reply: FastifyReply, token: string, wanted: 'stop' | 'allow') => {
    try {
      return answer(reply, token, await decideInbox({ db, clock, secrets }, token, wanted));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_invalid') return answer(reply, token, { state: 'invalid' });
      throw error;
    }
  };

  app.get('/stop/:token', { schema: { params } }, async (request, reply) => {
    const { token } = request.params;
    return answer(reply, token, await viewStop(db, secrets, token));
  });

  // A room of its own: here alone a body that is no JSON is taken, and not looked at.
  app.register(async (room: Server) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_SAID }, (_request, _body, done) => done(null));
    // Mail programs send no Origin of ours. No cookie is read.
    const config = { signedMessage: true };
    room.post('/stop/:token', { schema: { params }, config }, async (request, reply) =>
      decide(reply, request.params.token, 'stop'),
    );
    room.post('/stop/:token/allow', { schema: { params }, config }, async (request, reply) =>
      decide(reply, request.params.token, 'allow'),
    );
  });
}
