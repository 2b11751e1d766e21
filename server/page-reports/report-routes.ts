import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ReportView } from '../../contract/documents.ts';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import { TOKEN_FIELD } from '../../contract/page-forms/page-forms.ts';
import { pageReport } from '../../contract/page-reports/page-reports.ts';
import { reportPages } from '../../contract/page-reports/paths.ts';
import { nextFormToken } from '../blocks/forms/form-token-rules.ts';
import { readFields, refuseProgram } from '../page-forms/form-input-rules.ts';
import { acceptForms, type FormBody } from '../page-forms/shared/form-body.ts';
import type { Refusal } from '../page-forms/shared/refusal.ts';
import { isUnreachable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { countedNetwork, sendingLimit } from '../platform/http/guards/rate-limits.ts';
import { pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { reportPage } from './report-rules.ts';

const params = z.object({ username: z.string() });

const AWAY: Refusal = {
  status: 503,
  problem: 'We cannot accept this at the moment. Nothing was sent. Please send it again in a minute.',
  retryAfter: 30,
};

/**
 * Routes of the form that reports a page, without scripts. The form looks the same for a page that does not exist, and
 * no cookie is read. Like all writes, these must come from our own pages or without an Origin
 * (server/platform/http/guards/csrf.ts).
 */
export function reportRoutes(app: Server, { config, db, clock, site, secrets, pages }: App): void {
  const drawn = (handle: string) => ({ handle, form: 'report', blockId: '' }) as const;

  function send(reply: FastifyReply, handle: string, view: ReportView): FastifyReply {
    pageHeaders(reply, site);
    return reply.send(pages.reportPage(handle, view));
  }

  function openView(handle: string, typed?: { fields: FormBody['fields']; refusal: Refusal }): ReportView {
    return {
      state: 'open',
      token: nextFormToken(secrets, drawn(handle), typed?.fields.get(TOKEN_FIELD) ?? '', clock()),
      values: Object.fromEntries(typed?.fields ?? []),
      errors: typed?.refusal.errors ?? {},
      problem: typed?.refusal.problem ?? null,
    };
  }

  function handleIn(username: string): string {
    const handle = username.toLowerCase();
    if (!isHandle(handle)) throw new ApiError('not_found', { message: 'This page does not exist.' });
    return handle;
  }

  app.register(async (scope: Server) => {
    acceptForms(scope);
    scope.get('/:username/report', { schema: { params } }, async ({ params: { username } }, reply) => {
      const handle = handleIn(username);
      if (handle !== username) return reply.redirect(reportPages.report(handle), 301);
      return send(reply, handle, openView(handle));
    });

    scope.post('/:username/report', { schema: { params }, config: sendingLimit }, async (request, reply) => {
      const handle = handleIn(request.params.username);
      const body = (request.body as FormBody | undefined) ?? { fields: new Map(), repeated: [] };
      const refusal = await accept();
      if (refusal === null)
        return send(reply, handle, { state: 'sent', answers: Boolean(body.fields.get('email')?.trim()) });
      if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
      return send(reply.status(refusal.status), handle, openView(handle, { fields: body.fields, refusal }));

      async function accept(): Promise<Refusal | null> {
        const read = readFields(pageReport, body);
        if ('refusal' in read) return read.refusal;
        const now = clock();
        const refused = refuseProgram(secrets, drawn(handle), body, now);
        if (refused) return refused;
        try {
          return await reportPage(db, { handle, network: countedNetwork(request, config) }, read.value, now);
        } catch (error) {
          if (!isUnreachable(error)) throw error;
          request.log.error({ event: 'page_report.unavailable', err: error }, 'a report could not be stored');
          return AWAY;
        }
      }
    });
  });
}
