import { getAdminHandles, postAdminHandleSuspend, postAdminHandleUnsuspend } from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { suspendHandle, unsuspendHandle } from '../suspension/suspension-rules.ts';
import { listAllHandles } from './handles-rules.ts';

/** Routes of the Handles tab. */
export function adminHandlesRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminHandles, { summary: 'List all handles', description: LIST_DESCRIPTION }, async ({ query }) =>
    listAllHandles(db, query),
  );

  serve(
    postAdminHandleSuspend,
    { summary: 'Suspend a handle', description: 'Stops its page and its mail.' },
    async ({ account, body, params }) => {
      await suspendHandle(db, clock, { actor: account, ...params, ...body });
      return { message: 'The handle is suspended.' };
    },
  );

  serve(postAdminHandleUnsuspend, { summary: 'Restore a suspended handle' }, async ({ account, body, params }) => {
    await unsuspendHandle(db, clock, { actor: account, ...params, ...body });
    return { message: 'The handle is no longer suspended.' };
  });
}
