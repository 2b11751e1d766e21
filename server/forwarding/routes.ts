import {
  deleteForwarding,
  getForwardings,
  patchForwardingSwitch,
  postForwarding,
  postVerification,
} from '../../contract/forwarding/forwarding.ts';
import type { App } from '../platform/http/app-context.ts';
import { tagList } from '../platform/http/cache/etag-versions.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { listForwardings, removeForwarding, resendVerification, setForwarding, toggleForwarding } from './rules.ts';

export function forwardingRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const serve = callServer(app, sessions, 'Email forwarding');
  serve(
    getForwardings,
    { summary: 'List your forwarding addresses', description: `Oldest first. ${NEXT_PAGE}` },
    async ({ account, query, reply }) => {
      const page = await listForwardings(db, account.id, query);
      tagList(reply, page.items);
      return page;
    },
  );

  serve(
    postForwarding,
    {
      summary: 'Set where the mail of a handle goes',
      description:
        'A new address gets a verification email. Until it is verified, mail goes to the previous address. The response does not show whether the inbox has reached its limit or its owner has blocked verification emails, unless the account has proven that it owns the inbox. With `own`, the address must be that of the account, which was proven by signing in: it is verified immediately, and no email is sent.',
      limit: sendingLimit,
    },
    async ({ target, body }) => setForwarding(db, clock, target, body, site.mailDomain),
  );

  serve(postVerification, { summary: 'Mail the verification link again', limit: sendingLimit }, async ({ target }) => {
    await resendVerification(db, clock, target);
    return { message: 'Verification email sent! Please check your email for the verification link.' };
  });

  serve(
    patchForwardingSwitch,
    {
      summary: 'Switch forwarding on or off',
      description: 'Switching on also retries an inbox that refused mail.',
    },
    async ({ target, body }) => toggleForwarding(db, target, body.isActive),
  );

  serve(deleteForwarding, { summary: 'Remove forwarding' }, async ({ target }) => {
    await removeForwarding(db, target);
    return { message: 'Email forwarding removed.' };
  });
}
