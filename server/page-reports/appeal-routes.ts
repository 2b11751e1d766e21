import { getDecision, postAppeal } from '../../contract/page-reports/cases.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { appeal, readDecision } from './appeal-rules.ts';

/** Routes of administrators' decisions about a reported page, for its owner. */
export function appealRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Handles');
  serve(
    getDecision,
    {
      summary: 'Get a decision about your page',
      description: 'What an administrator decided after reports about the page, and whether you can appeal.',
    },
    async ({ target, params }) => readDecision(db, target, params.decisionId, clock()),
  );

  serve(
    postAppeal,
    {
      summary: 'Appeal against a decision about your page',
      description: 'Once for each decision, within six months. An administrator answers by email.',
    },
    async ({ target, params, body }) => appeal(db, target, params.decisionId, body.text, clock()),
  );
}
