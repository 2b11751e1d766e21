import { INVITATION_DAYS } from '../../../contract/teams/teams.ts';
import {
  deleteOfferedTransfer,
  deleteTransfer,
  postTransfer,
  postTransferAccept,
} from '../../../contract/teams/transfers.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptTransfer, declineTransfer } from './offered-transfers-rules.ts';
import { offerHandle, withdrawOffer } from './transfers-rules.ts';

/** Routes of transfers between accounts: the owner offers a handle, and the other account accepts. */
export function transferRoutes(app: Server, { config, db, clock, sessions, site }: App): void {
  const { handlesPerAccount } = config;
  const context = { db, clock, mailDomain: site.mailDomain, handlesPerAccount };

  const serve = callServer(app, sessions, 'Teams');
  serve(
    postTransfer,
    {
      summary: 'Offer a handle to another account',
      description: `For every plan. Mails the offer, which the account of this address can accept for ${INVITATION_DAYS} days. The new owner gets the page, the paid year and the team. Your inboxes, contacts, delivery log, automatic reply and app passwords are then deleted.`,
      limit: sendingLimit,
    },
    async ({ body, request, target }) => {
      const caller = target;
      const offered = await offerHandle(context, caller, body.email);
      logSecurity(request, 'security.transfer_offered');
      return offered;
    },
  );

  serve(deleteTransfer, { summary: 'Withdraw the offer of a handle' }, async ({ target }) => {
    await withdrawOffer(context, target);
    return { message: 'The offer is withdrawn.' };
  });

  serve(
    postTransferAccept,
    {
      summary: 'Accept an offered handle',
      description: 'The handle is yours immediately. An offer to another address does not exist for you.',
      limit: sendingLimit,
    },
    async ({ account, params, request }) => {
      const received = await acceptTransfer(context, account.id, params.id);
      logSecurity(request, 'security.transfer_accepted');
      return received;
    },
  );

  serve(deleteOfferedTransfer, { summary: 'Decline an offered handle' }, async ({ account, params }) => {
    await declineTransfer(context, account.id, params.id);
    return { message: 'The offer is declined.' };
  });
}
