import { getAdminMail } from '../../../contract/admin/mail.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { traceMail } from './mail-trace-rules.ts';

/** Route of the Mail Trace tab. */
export function adminMailTraceRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminMail,
    {
      summary: 'Find out what happened to the mail of a handle, or to one message',
      description: `Takes \`handle\`, for its mail from the newest, or \`id\`, for one message: the id of a delivery, of a queued copy, or in our reply "taken as". Shows what the owner of the handle sees, without subjects. Each call is recorded in the audit log. ${NEXT_PAGE}`,
    },
    async ({ account, query }) => traceMail(db, account, query),
  );
}
