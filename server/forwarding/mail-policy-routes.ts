import { done } from '../../contract/accounts.ts';
import { mailPolicy, mailPolicyChanges } from '../../contract/mail-policy.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned } from '../platform/http/etag-versions.ts';
import { idParams } from '../platform/http/paging.ts';
import { sendingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { changePolicy, readPolicy, resendBackupVerification } from './mail-policy-rules.ts';

/** The mail policy of a handle: blocked senders, allowed lists, the second inbox, and what happens while forwarding is off. */
export function mailPolicyRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = sessions.required;
  const { mailDomain } = site;

  app.get(
    '/api/email-forwarding/:id/policy',
    { onRequest, schema: { params: idParams, response: { 200: mailPolicy } } },
    async (request, reply) => sendVersioned(reply, await readPolicy(db, accountOf(request).id, request.params.id)),
  );

  app.patch(
    '/api/email-forwarding/:id/policy',
    {
      onRequest,
      schema: { params: idParams, body: mailPolicyChanges, response: { 200: mailPolicy } },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { body, params } = request;
      const { id } = accountOf(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await changePolicy({ db, clock, mailDomain }, id, params.id, body, expected));
    },
  );

  app.post(
    '/api/email-forwarding/:id/resend-backup',
    { onRequest, schema: { params: idParams, response: { 200: done } }, config: sendingLimit },
    async (request) => {
      await resendBackupVerification(db, clock, accountOf(request).id, request.params.id);
      return { message: 'Verification email sent! Please check that inbox for the link.' };
    },
  );
}
