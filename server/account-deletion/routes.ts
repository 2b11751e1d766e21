import { accountExport } from '../../contract/accounts/account-export.ts';
import { accountDeletion, done } from '../../contract/accounts/accounts.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { exportAccount } from './account-export.ts';
import { deletionOf, requestDeletion } from './rules.ts';

/** Export and deletion of an account. */
export function accountDeletionRoutes(app: Server, { db, clock, sessions, site, storage }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/account/export',
    {
      onRequest: [sessions.required, sessions.requireRecentSignIn],
      schema: {
        tags: ['Account'],
        summary: 'Export all data about you as one file',
        description: 'Pictures are `data:` addresses. The file contains no secrets and no hashes of secrets.',
        response: { 200: accountExport },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const now = clock();
      const day = now.toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="nameplate-${day}.json"`);
      return exportAccount({ db, storage, site }, accountOf(request).id, now);
    },
  );

  app.get(
    '/api/account/deletion',
    {
      onRequest,
      schema: {
        tags: ['Account'],
        summary: 'Get what the deletion of the account would end',
        description:
          'The members of `teamHandles` would lose access. A handle can be handed over to one of them first. The rest of the year of each of `paidHandles` would be lost; what was paid in the last 30 days is refunded when the account is erased.',
        response: { 200: accountDeletion },
      },
    },
    async (request) => deletionOf(db, accountOf(request).id, clock()),
  );

  app.delete(
    '/api/account',
    {
      onRequest: [sessions.required, sessions.requireRecentSignIn],
      schema: {
        tags: ['Account'],
        summary: 'Mail the link that deletes the account',
        description:
          'The account is closed once the link is confirmed, and erased 14 days later. Signing in before that reopens it.',
        errors: ['too_many_letters'],
        response: { 202: done },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      await requestDeletion(db, clock, accountOf(request));
      reply.status(202);
      return { message: 'Check your email: your account is deleted once you confirm it there.' };
    },
  );
}
