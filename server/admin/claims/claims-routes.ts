import { mayCall } from '../../../contract/admin-roles.ts';
import {
  deleteAdminInvitation,
  getAdminInvitations,
  postAdminInvitation,
} from '../../../contract/claims/claim-invitations.ts';
import {
  getAdminClaims,
  postAdminClaimApprove,
  postAdminClaimRefuse,
} from '../../../contract/claims/waiting-claims.ts';
import { priceOf } from '../../payments/prices/price-rules.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { createInvitation, listInvitations, withdrawInvitation } from './invitations-rules.ts';
import { approveClaim, listWaitingClaims, refuseClaim } from './waiting-claims-rules.ts';

/** Routes of the Claims tab: invitations, and claims that wait for a decision. */
export function adminClaimsRoutes(app: Server, context: App): void {
  const { config, db, sessions } = context;
  const terms = { handlesPerAccount: config.handlesPerAccount, priceOf };
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminInvitations,
    {
      summary: 'List the invitations to claim a handle',
      description: `Newest first, with their links for those who may invite. ${NEXT_PAGE}`,
    },
    async ({ account, query }) =>
      listInvitations(context, query, account.role !== null && mayCall(account.role, postAdminInvitation)),
  );

  serve(
    postAdminInvitation,
    {
      summary: 'Create an invitation to claim a handle',
      description:
        'The link lets people claim a handle in every mode of claims, until it has been used `uses` times or has ended. A link with `handle` gives only that handle, which is held until then.',
    },
    async ({ account, body }) => createInvitation(context, account, body),
  );

  serve(deleteAdminInvitation, { summary: 'Delete an invitation' }, async ({ account, params }) => {
    await withdrawInvitation(context, account, params.id);
    return { message: 'The invitation was deleted. Its link gives no more handles.' };
  });

  serve(
    getAdminClaims,
    { summary: 'List the claims that wait for a decision', description: `Oldest first. ${NEXT_PAGE}` },
    async ({ query }) => listWaitingClaims(db, query),
  );

  serve(
    postAdminClaimApprove,
    {
      summary: 'Approve a waiting claim',
      description: 'Gives the handle, or holds it for its payment if it costs something, and emails the person.',
    },
    async ({ account, params }) => {
      const { isGiven } = await approveClaim(context, terms, account, params.id);
      return { message: isGiven ? 'The handle was given.' : 'The handle is held for its payment.' };
    },
  );

  serve(
    postAdminClaimRefuse,
    { summary: 'Refuse a waiting claim', description: 'Emails the reason to the person.' },
    async ({ account, params, body }) => {
      await refuseClaim(context, account, { ...params, ...body });
      return { message: 'The claim was refused.' };
    },
  );
}
