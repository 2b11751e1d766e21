import { done } from '../../../contract/accounts/accounts.ts';
import { accepted, newTransfer, offeredTransfer } from '../../../contract/teams/teams.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { acceptTransfer, declineTransfer } from './offered-transfers-rules.ts';
import { offerHandle, withdrawOffer } from './transfers-rules.ts';

const tags = ['Teams'];

/** Transfers of handles between accounts: the owner offers, the other account accepts. */
export function transferRoutes(app: Server, { config, db, clock, sessions, site }: App): void {
  const { handlesPerAccount } = config;
  const context = { db, clock, mailDomain: site.mailDomain, handlesPerAccount };
  const onRequest = sessions.required;
  const recently = [sessions.required, sessions.requireRecentSignIn];

  app.post(
    '/api/handles/:id/transfer',
    {
      onRequest: recently,
      schema: {
        tags,
        summary: 'Offer a handle to another account',
        description:
          'For every plan. Mails the offer, which the account of this address can accept for 14 days. With the handle go its page, its paid year and its team; your inboxes, contacts, delivery log, automatic reply and app passwords are deleted then.',
        errors: [
          'not_found',
          'role_without_right',
          'transfer_blocked',
          'transfer_pending',
          'transfer_to_owner',
          'own_domain',
          'too_many_requests',
          'too_many_letters',
        ],
        params: idParams,
        body: newTransfer,
        response: { 201: offeredTransfer },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const caller = { account: accountOf(request), handleId: request.params.id };
      const offered = await offerHandle(context, caller, request.body.email);
      logSecurity(request, 'security.transfer_offered');
      reply.status(201);
      return offered;
    },
  );

  app.delete(
    '/api/handles/:id/transfer',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Withdraw the offer of a handle',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await withdrawOffer(context, { account: accountOf(request), handleId: request.params.id });
      return { message: 'The offer is withdrawn.' };
    },
  );

  app.post(
    '/api/transfers/:id/accept',
    {
      onRequest: recently,
      schema: {
        tags,
        summary: 'Accept an offered handle',
        description: 'The handle is yours at once. An offer to another address does not exist for you.',
        errors: ['not_found', 'transfer_expired', 'transfer_blocked', 'handle_limit'],
        params: idParams,
        response: { 200: accepted },
      },
      config: sendingLimit,
    },
    async (request) => {
      const received = await acceptTransfer(context, accountOf(request).id, request.params.id);
      logSecurity(request, 'security.transfer_accepted');
      return received;
    },
  );

  app.delete(
    '/api/transfers/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Decline an offered handle',
        errors: ['not_found'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await declineTransfer(context, accountOf(request).id, request.params.id);
      return { message: 'The offer is declined.' };
    },
  );
}
