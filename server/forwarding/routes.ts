import { done } from '../../contract/accounts/accounts.ts';
import {
  forwarding,
  forwardingList,
  setForwardingRequest,
  setForwardingResponse,
  toggleForwardingRequest,
} from '../../contract/forwarding/forwarding.ts';
import { page } from '../../contract/handles/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../platform/http/cache/etag-versions.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { listForwardings, removeForwarding, resendVerification, setForwarding, toggleForwarding } from './rules.ts';

export function forwardingRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const onRequest = sessions.required;
  const changing = [sessions.required, sessions.requireRecentSignIn];

  app.get(
    '/api/email-forwarding',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'List your forwarding addresses',
        description: `Oldest first. ${NEXT_PAGE}`,
        querystring: page,
        response: { 200: forwardingList },
      },
    },
    async (request, reply) => {
      const { forwardings, more } = await listForwardings(db, accountOf(request).id, request.query);
      linkNextPage(reply, site, calls.forwarding(), request.query.limit, more ? forwardings.at(-1)?.id : undefined);
      tagList(reply, forwardings);
      return forwardings;
    },
  );

  app.post(
    '/api/email-forwarding',
    {
      onRequest: changing,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Set where the mail of a handle goes',
        description:
          'A new address gets a verification email. Until it is verified, mail goes to the previous address. The response does not show whether the inbox has reached its limit or its owner has blocked verification emails, unless the account has proven that it owns the inbox. With `own`, the address must be that of the account, which was proven by signing in: it is verified at once, and no email is sent.',
        isVersioned: true,
        errors: [
          'not_found',
          'role_without_right',
          'own_domain',
          'forwarder_limit',
          'inbox_stopped',
          'not_own_address',
          'too_many_letters',
        ],
        body: setForwardingRequest,
        response: { 200: setForwardingResponse },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { id } = accountOf(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await setForwarding(db, clock, id, request.body, site.mailDomain, expected));
    },
  );

  app.post(
    '/api/email-forwarding/:id/resend-verification',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Mail the verification link again',
        errors: ['not_found', 'role_without_right', 'already_verified', 'too_many_letters'],
        params: idParams,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      await resendVerification(db, clock, accountOf(request).id, request.params.id);
      return { message: 'Verification email sent! Please check your email for the verification link.' };
    },
  );

  app.patch(
    '/api/email-forwarding/:id/toggle',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Switch forwarding on or off',
        description: 'Switching on also tries an inbox again that refused mail.',
        isVersioned: true,
        errors: ['not_found', 'role_without_right', 'inbox_stopped'],
        params: idParams,
        body: toggleForwardingRequest,
        response: { 200: forwarding },
      },
    },
    async (request, reply) => {
      const { id } = accountOf(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await toggleForwarding(db, id, request.params.id, request.body.isActive, expected));
    },
  );

  app.delete(
    '/api/email-forwarding/:id',
    {
      onRequest: changing,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Remove forwarding',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await removeForwarding(db, accountOf(request).id, request.params.id, expectedVersions(request));
      return { message: 'Email forwarding removed.' };
    },
  );
}
