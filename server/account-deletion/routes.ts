import { getAccountExport } from '../../contract/accounts/account-export.ts';
import { deleteAccount, getAccountDeletion } from '../../contract/accounts/accounts.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { sendingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { exportAccount } from './account-export.ts';
import { deletionOf, requestDeletion } from './rules.ts';

/** Routes of the export and the deletion of an account. */
export function accountDeletionRoutes(app: Server, { db, clock, config, sessions, site, storage }: App): void {
  const serve = callServer(app, sessions, 'Account');
  serve(
    getAccountExport,
    {
      summary: 'Export all data about you as one file',
      description: 'Pictures are `data:` addresses. The file contains no secrets and no hashes of secrets.',
      limit: sendingLimit,
    },
    async ({ account, reply }) => {
      const now = clock();
      const day = now.toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="nameplate-${day}.json"`);
      return exportAccount({ db, storage, site }, account.id, now);
    },
  );

  serve(
    getAccountDeletion,
    {
      summary: 'Get what the deletion of the account would end',
      description:
        'The members of `teamHandles` would lose access. A handle can be handed over to one of them first. The rest of the year of each of `paidHandles` would be lost; what was paid in the last 30 days is refunded when the account is erased.',
    },
    async ({ account }) => deletionOf(db, account.id, clock()),
  );

  serve(
    deleteAccount,
    {
      summary: 'Mail the link that deletes the account',
      description:
        'The account is closed once the link is confirmed, and erased 14 days later. Signing in before that reopens it.',
      limit: sendingLimit,
    },
    async ({ account }) => {
      await requestDeletion({ db, clock, config }, account);
      return { message: 'Check your email: your account is deleted once you confirm there.' };
    },
  );
}
