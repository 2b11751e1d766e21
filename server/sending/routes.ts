import { done } from '../../contract/accounts/accounts.ts';
import { removedSuppression, sendingStatus, suppressions } from '../../contract/sending/sending.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { appPasswordRoutes } from './app-passwords/app-passwords-routes.ts';
import { resumeOwnSending } from './pauses/pauses-rules.ts';
import { sendingStatusOf } from './status/status-rules.ts';
import { listSuppressions, removeSuppression } from './suppressions/suppressions-rules.ts';

const tags = ['Sending'];

/** Routes of sending: the state of a handle, its pauses, suppressed recipients and app passwords. */
export function sendingRoutes(app: Server, context: App): void {
  const { config, db, clock, sessions } = context;
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/sending',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get what a handle can send',
        description:
          'Limits count recipients: in an hour of the clock, and in that hour with the 23 before it. A handle whose plan has no sending gets the limits of the smallest plan that has it.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: sendingStatus },
      },
    },
    async (request) => sendingStatusOf({ db, config, now: clock() }, accountOf(request).id, request.params.id),
  );

  app.post(
    '/api/handles/:id/sending/resume',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Resume sending that bounces or complaints paused',
        errors: ['not_found', 'role_without_right', 'sending_not_paused', 'sending_pause_kept'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request) => {
      await resumeOwnSending(db, accountOf(request).id, request.params.id, clock());
      return { message: 'Sending is resumed.' };
    },
  );

  app.get(
    '/api/handles/:id/suppressions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the recipients that a handle does not send to',
        description: 'Their mailboxes do not exist, as the servers of the recipients reported. The newest 1,000.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: suppressions },
      },
    },
    async (request) => listSuppressions(db, accountOf(request).id, request.params.id),
  );

  app.delete(
    '/api/handles/:id/suppressions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Send to a recipient again',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        body: removedSuppression,
        response: { 200: done },
      },
    },
    async (request) => {
      await removeSuppression(db, accountOf(request).id, request.params.id, request.body.address);
      return { message: 'You can send to this address again.' };
    },
  );

  appPasswordRoutes(app, context);
}
