import {
  getAdminUsers,
  postAdminUserEndSessions,
  postAdminUserHandleLimit,
  postAdminUserSuspend,
  postAdminUserUnsuspend,
  putAdminUserRole,
} from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { suspendUser, unsuspendUser } from '../suspension/suspension-rules.ts';
import { endSessionsOfUser } from './end-sessions-rules.ts';
import { setHandleLimit } from './handle-limit-rules.ts';
import { setRole } from './roles-rules.ts';
import { listUsers } from './users-rules.ts';

/** Routes of the Users tab. */
export function adminUsersRoutes(app: Server, context: App): void {
  const { config, db, sessions } = context;
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminUsers, { summary: 'List all accounts', description: LIST_DESCRIPTION }, async ({ query }) =>
    listUsers(db, config, query),
  );

  serve(
    postAdminUserSuspend,
    {
      summary: 'Suspend an account',
      description: 'Ends its sessions, rejects sign-ins, and stops the pages and the mail of its handles.',
    },
    async ({ account, body, params }) => {
      await suspendUser(context, { actor: account, ...params, ...body });
      return { message: 'The account and its handles are suspended.' };
    },
  );

  serve(
    postAdminUserUnsuspend,
    { summary: 'Restore a suspended account', description: 'Also restores the handles that were suspended with it.' },
    async ({ account, body, params }) => {
      await unsuspendUser(context, { actor: account, ...params, ...body });
      return { message: 'The account and its handles are no longer suspended.' };
    },
  );

  serve(postAdminUserEndSessions, { summary: 'Sign out an account everywhere' }, async ({ account, body, params }) => {
    await endSessionsOfUser(context, { actor: account, ...params, ...body });
    return { message: 'The account is signed out everywhere.' };
  });

  serve(
    postAdminUserHandleLimit,
    {
      summary: 'Set how many free handles an account may have',
      description: '`limit` null restores the default in the settings. The account keeps its handles.',
    },
    async ({ account, body, params }) => {
      await setHandleLimit(db, { actor: account, ...params, ...body });
      return { message: 'The limit of free handles was changed.' };
    },
  );

  serve(
    putAdminUserRole,
    {
      summary: 'Give an account a role of administrators, or take it away',
      description: 'The role ends or begins with the next request. The person is notified by email.',
    },
    async ({ account, body, params }) => {
      await setRole(context, { actor: account, ...params, ...body });
      return { message: 'The role was changed.' };
    },
  );
}
