import { GIVE_UP_DAYS, getGiveUp, postGiveUp, postKeep, QUARANTINE_MONTHS } from '../../contract/handles/give-up.ts';
import { GUARANTEE_DAYS } from '../../contract/payments/paid-years.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { giveUp, giveUpEffectOf, keep } from './give-up-rules.ts';

/** Routes for giving up a handle, and for keeping it after all. */
export function giveUpRoutes(app: Server, { db, clock, sessions }: App): void {
  const context = { db, clock };

  const serve = callServer(app, sessions, 'Handles');
  serve(getGiveUp, { summary: 'Get what giving up a handle would end' }, async ({ target }) =>
    giveUpEffectOf(context, target),
  );

  serve(
    postGiveUp,
    {
      summary: 'Give up a handle',
      description: `The page immediately goes offline, and mail is rejected. For ${GIVE_UP_DAYS} days the owner can keep the handle; then everything that belongs to it is deleted, and what was paid within the ${GUARANTEE_DAYS} days before this call is refunded. The name stays in quarantine for ${QUARANTINE_MONTHS} months. A repeated call changes nothing.`,
      limit: savingLimit,
    },
    async ({ request, target }) => {
      const until = await giveUp(context, target);
      logSecurity(request, 'security.handle_given_up');
      return { until: until.toISOString() };
    },
  );

  serve(
    postKeep,
    {
      summary: 'Keep a handle that was given up',
      description: 'Everything is restored. A call for a handle that was not given up changes nothing.',
      limit: savingLimit,
    },
    async ({ target }) => {
      await keep(context, target);
      return { message: 'You keep the handle: page, mail and team are as they were.' };
    },
  );
}
