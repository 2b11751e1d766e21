import { deleteAppPassword, getAppPasswords, postAppPassword } from '../../../contract/sending/app-passwords.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { addAppPassword, listAppPasswords, revokeAppPassword } from './app-passwords-rules.ts';

/** Routes of the passwords with which mail programs send from a handle. */
export function appPasswordRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Sending');
  serve(
    getAppPasswords,
    {
      summary: 'List the app passwords of a handle',
      description: 'Oldest first. The passwords themselves are stored as hashes and cannot be shown again.',
    },
    async ({ target }) => listAppPasswords(db, target),
  );

  serve(
    postAppPassword,
    {
      summary: 'Create an app password',
      description:
        'Only this response has the password. It works with or without hyphens and spaces, in any letter case. The user name is the address of the handle.',
      limit: sendingLimit,
    },
    async ({ body, request, target }) => {
      const owner = target;
      const created = await addAppPassword({ db, clock }, owner, body.name);
      logSecurity(request, 'security.app_password_added');
      return created;
    },
  );

  serve(
    deleteAppPassword,
    {
      summary: 'Revoke an app password',
      description: 'Mail programs that use it can no longer send, even in open sessions.',
      limit: sendingLimit,
    },
    async ({ params, request, target }) => {
      const owner = target;
      await revokeAppPassword({ db, clock }, owner, params.passwordId);
      logSecurity(request, 'security.app_password_revoked');
      return { message: 'The app password is revoked.' };
    },
  );
}
