import { accountExport } from '../../contract/account-export.ts';
import { done } from '../../contract/accounts.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { exportAccount } from './export.ts';
import { requestDeletion } from './rules.ts';

/** Routes of the account export and the deletion. */
export function accountDeletionRoutes(app: Server, { db, clock, sessions, site, storage }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/account/export',
    { onRequest, schema: { response: { 200: accountExport } }, config: sendingLimit },
    async (request, reply) => {
      const now = clock();
      const day = now.toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="nameplate-${day}.json"`);
      return exportAccount({ db, storage, site }, accountOf(request).id, now);
    },
  );

  app.delete(
    '/api/account',
    { onRequest, schema: { response: { 202: done } }, config: sendingLimit },
    async (request, reply) => {
      await requestDeletion(db, clock, accountOf(request).email);
      reply.status(202);
      return { message: 'Check your email: your account is deleted once you confirm it there.' };
    },
  );
}
