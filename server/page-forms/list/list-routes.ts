import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ListView } from '../../../contract/documents.ts';
import { formPages } from '../../../contract/page-forms/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { pageHeaders } from '../../platform/http/pages/content-security-policy.ts';
import type { Server } from '../../platform/http/server.ts';
import { joinList, leaveList, viewList } from './subscription-rules.ts';

const params = z.object({ token: z.string() });
/**
 * No other path below a handle has a segment of this length. A handle named `list`, claimed before that name was
 * reserved, therefore keeps its page.
 */
const LIST = '/list/:token(^[\\w.-]{30,200}$)';
/** The form is empty; mail programs send `List-Unsubscribe=One-Click` (RFC 8058 3.2). */
const MAX_BODY_BYTES = 4096;

/** Routes of the pages behind the links in list emails. No account is needed: the token in the URL is the proof. */
export function listRoutes(app: Server, { db, clock, site, secrets, pages }: App): void {
  const sendPage = (reply: FastifyReply, token: string, view: ListView) => {
    pageHeaders(reply, site);
    const paths = { confirm: formPages.confirmSubscription(token), leave: formPages.leaveList(token) };
    return reply.status(view.state === 'invalid' ? 404 : 200).send(pages.listPage(paths, view));
  };

  app.get(LIST, { schema: { params } }, async ({ params: { token } }, reply) =>
    sendPage(reply, token, await viewList({ db, secrets }, token, 'confirm', clock())),
  );
  app.get(`${LIST}/leave`, { schema: { params } }, async ({ params: { token } }, reply) =>
    sendPage(reply, token, await viewList({ db, secrets }, token, 'leave', clock())),
  );

  app.post(LIST, { schema: { params } }, async ({ params: { token } }, reply) =>
    sendPage(reply, token, await joinList({ db, secrets }, token, clock())),
  );

  // The content type parser applies to this scope only. It accepts a body of any type and ignores it.
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
      done(null),
    );
    // Mail programs do not send our origin in the Origin header. The route reads no cookie.
    const config = { signedMessage: true };
    scope.post(`${LIST}/leave`, { schema: { params }, config }, async ({ params: { token } }, reply) =>
      sendPage(reply, token, await leaveList({ db, secrets }, token)),
    );
  });
}
