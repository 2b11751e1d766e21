import { done } from '../../contract/accounts.ts';
import {
  forwarding,
  forwardingList,
  setForwardingRequest,
  setForwardingResponse,
  toggleForwardingRequest,
} from '../../contract/forwarding.ts';
import { page } from '../../contract/handles.ts';
import { calls } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../platform/http/etag-versions.ts';
import { idParams, linkNextPage } from '../platform/http/paging.ts';
import { sendingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { listForwardings, removeForwarding, resendVerification, setForwarding, toggleForwarding } from './rules.ts';

export function forwardingRoutes(app: Server, { db, clock, sessions, site }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/email-forwarding',
    { onRequest, schema: { querystring: page, response: { 200: forwardingList } } },
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
      onRequest,
      schema: { body: setForwardingRequest, response: { 200: setForwardingResponse } },
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
    { onRequest, schema: { params: idParams, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      await resendVerification(db, clock, accountOf(request).id, request.params.id);
      return { message: 'Verification email sent! Please check your email for the verification link.' };
    },
  );

  app.patch(
    '/api/email-forwarding/:id/toggle',
    { onRequest, schema: { params: idParams, body: toggleForwardingRequest, response: { 200: forwarding } } },
    async (request, reply) => {
      const { id } = accountOf(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await toggleForwarding(db, id, request.params.id, request.body.isActive, expected));
    },
  );

  app.delete(
    '/api/email-forwarding/:id',
    { onRequest, schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await removeForwarding(db, accountOf(request).id, request.params.id, expectedVersions(request));
      return { message: 'Email forwarding removed.' };
    },
  );
}
