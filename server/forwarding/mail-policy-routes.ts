import { done } from '../../contract/accounts/accounts.ts';
import { mailPolicy, mailPolicyChanges } from '../../contract/forwarding/mail-policy.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned } from '../platform/http/cache/etag-versions.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { changePolicy, readPolicy, resendBackupVerification } from './mail-policy-rules.ts';

/** The mail policy of a handle: blocked senders, allowed lists, the second inbox, and what happens while forwarding is off. */
export function mailPolicyRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = sessions.required;
  const { mailDomain } = site;

  app.get(
    '/api/email-forwarding/:id/policy',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Get the mail policy of a handle',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: mailPolicy },
      },
    },
    async (request, reply) => sendVersioned(reply, await readPolicy(db, accountOf(request).id, request.params.id)),
  );

  app.patch(
    '/api/email-forwarding/:id/policy',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Change the mail policy of a handle',
        description:
          'Changes the given fields in one transaction. `blocked` and `allowedLists` replace the whole list. A second inbox gets a verification email; an empty address removes it.',
        isVersioned: true,
        needsRecentSignIn: 'with `backupEmail`',
        errors: [
          'not_found',
          'role_without_right',
          'own_domain',
          'same_address',
          'forwarder_limit',
          'inbox_stopped',
          'too_many_letters',
        ],
        params: idParams,
        body: mailPolicyChanges,
        response: { 200: mailPolicy },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const { body, params } = request;
      if (body.backupEmail !== undefined) await sessions.requireRecentSignIn(request);
      const { id } = accountOf(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await changePolicy({ db, clock, mailDomain }, id, params.id, body, expected));
    },
  );

  app.post(
    '/api/email-forwarding/:id/resend-backup',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Mail the verification link to the second inbox again',
        errors: ['not_found', 'role_without_right', 'already_verified', 'too_many_letters'],
        params: idParams,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      await resendBackupVerification(db, clock, accountOf(request).id, request.params.id);
      return { message: 'Verification email sent! Please check that inbox for the link.' };
    },
  );
}
