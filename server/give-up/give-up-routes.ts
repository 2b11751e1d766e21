import { done } from '../../contract/accounts/accounts.ts';
import { GIVE_UP_DAYS, givenUp, giveUpEffect } from '../../contract/handles/give-up.ts';
import type { App } from '../platform/http/app-context.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { giveUp, giveUpEffectOf, keep } from './give-up-rules.ts';

const tags = ['Handles'];

/** Giving a handle up, and keeping it after all. */
export function giveUpRoutes(app: Server, { db, clock, sessions }: App): void {
  const context = { db, clock };

  app.get(
    '/api/handles/:id/give-up',
    {
      onRequest: sessions.required,
      schema: {
        tags,
        summary: 'Get what giving a handle up would end',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: giveUpEffect },
      },
    },
    async (request) => giveUpEffectOf(context, { account: accountOf(request), handleId: request.params.id }),
  );

  app.post(
    '/api/handles/:id/give-up',
    {
      onRequest: [sessions.required, sessions.requireRecentSignIn],
      schema: {
        tags,
        summary: 'Give a handle up',
        description: `The page goes offline and mail is rejected at once. For ${GIVE_UP_DAYS} days the owner can keep the handle; then everything that belongs to it is deleted, and what was paid within the 30 days before this call is refunded. The name stays in quarantine for 12 months. A repeated call changes nothing.`,
        errors: ['not_found', 'role_without_right', 'give_up_blocked', 'transfer_pending', 'too_many_requests'],
        params: idParams,
        response: { 200: givenUp },
      },
      config: savingLimit,
    },
    async (request) => {
      const until = await giveUp(context, { account: accountOf(request), handleId: request.params.id });
      logSecurity(request, 'security.handle_given_up');
      return { until: until.toISOString() };
    },
  );

  app.post(
    '/api/handles/:id/keep',
    {
      onRequest: sessions.required,
      schema: {
        tags,
        summary: 'Keep a handle that was given up',
        description: 'Everything is as it was. A call for a handle that was not given up changes nothing.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: done },
      },
      config: savingLimit,
    },
    async (request) => {
      await keep(context, { account: accountOf(request), handleId: request.params.id });
      return { message: 'You keep the handle: page, mail and team are as they were.' };
    },
  );
}
