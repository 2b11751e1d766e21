import type { App } from '../platform/http/app-context.ts';
import type { Server } from '../platform/http/server.ts';
import { invitationRoutes } from './invitations/invitations-routes.ts';
import { memberInboxRoutes } from './member-inbox/member-inbox-routes.ts';
import { memberRoutes } from './members/members-routes.ts';
import { transferRoutes } from './transfers/transfers-routes.ts';

/** Routes of teams, and of transfers of a handle to another account. */
export function teamRoutes(app: Server, context: App): void {
  memberRoutes(app, context);
  invitationRoutes(app, context);
  memberInboxRoutes(app, context);
  transferRoutes(app, context);
}
