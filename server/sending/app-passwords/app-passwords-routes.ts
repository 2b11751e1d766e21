import { z } from 'zod';
import { done } from '../../../contract/accounts/accounts.ts';
import { appPasswords, createdAppPassword, newAppPassword } from '../../../contract/sending/app-passwords.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { addAppPassword, listAppPasswords, revokeAppPassword } from './app-passwords-rules.ts';

const tags = ['Sending'];
const passwordParams = z.object({ id: idParams.shape.id, passwordId: idParams.shape.id });

/** The passwords with which mail programs send from a handle. */
export function appPasswordRoutes(app: Server, { db, clock, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/app-passwords',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the app passwords of a handle',
        description: 'Oldest first. The passwords themselves are stored as hashes and cannot be shown again.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: appPasswords },
      },
    },
    async (request) => listAppPasswords(db, accountOf(request).id, request.params.id),
  );

  app.post(
    '/api/handles/:id/app-passwords',
    {
      onRequest: [sessions.required, sessions.requireRecentSignIn],
      schema: {
        tags,
        summary: 'Make an app password',
        description:
          'Only this response has the password. Mail programs accept it with or without hyphens and spaces, in any case; the user name is the address of the handle.',
        errors: ['not_found', 'role_without_right', 'plan_without_sending', 'app_password_limit'],
        params: idParams,
        body: newAppPassword,
        response: { 201: createdAppPassword },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const owner = { account: accountOf(request), handleId: request.params.id };
      const created = await addAppPassword({ db, clock }, owner, request.body.name);
      logSecurity(request, 'security.app_password_added');
      reply.status(201);
      return created;
    },
  );

  app.delete(
    '/api/handles/:id/app-passwords/:passwordId',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Revoke an app password',
        description: 'Mail programs that use it can send no further message, in open sessions either.',
        errors: ['not_found', 'role_without_right'],
        params: passwordParams,
        response: { 200: done },
      },
      config: sendingLimit,
    },
    async (request) => {
      const owner = { account: accountOf(request), handleId: request.params.id };
      await revokeAppPassword({ db, clock }, owner, request.params.passwordId);
      logSecurity(request, 'security.app_password_revoked');
      return { message: 'The app password is revoked.' };
    },
  );
}
