import { z } from 'zod';
import { newAppeal, pageDecision } from '../../contract/page-reports/cases.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { appeal, readDecision } from './appeal-rules.ts';

const params = z.object({ ...idParams.shape, decisionId: idParams.shape.id });

/** Decisions of administrators about a reported page, for its owner. */
export function appealRoutes(app: Server, { db, clock, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/decisions/:decisionId',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Get a decision about your page',
        description: 'What an administrator decided after reports about the page, and whether you can appeal.',
        errors: ['not_found', 'role_without_right'],
        params,
        response: { 200: pageDecision },
      },
    },
    async (request) => {
      const { id: handleId, decisionId: id } = request.params;
      return readDecision(db, { accountId: accountOf(request).id, handleId, id }, clock());
    },
  );

  app.post(
    '/api/handles/:id/decisions/:decisionId/appeal',
    {
      onRequest,
      schema: {
        tags: ['Handles'],
        summary: 'Appeal against a decision about your page',
        description: 'Once for each decision, within six months. An administrator answers by email.',
        errors: ['not_found', 'role_without_right', 'no_appeal'],
        params,
        body: newAppeal,
        response: { 200: pageDecision },
      },
    },
    async (request) => {
      const { id: handleId, decisionId: id } = request.params;
      return appeal(db, { accountId: accountOf(request).id, handleId, id }, request.body.text, clock());
    },
  );
}
