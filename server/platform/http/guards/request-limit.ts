import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { counter } from '../../metrics/registry.ts';
import { ApiError } from '../api-error.ts';
import { type RecordedResponse, recordResponse, repeatResponse } from '../cache/repeat-response.ts';
import { errorPage } from '../pages/error-page.ts';
import { BARE_HEADERS } from '../protocol-errors.ts';
import type { Server } from '../server.ts';
import { hasBody } from './body-deadline.ts';

/** Milliseconds between two lines of the log about an overload. */
const LOG_INTERVAL_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

const refused = counter('nameplate_http_refused_total', 'Requests that were refused because too many were in progress');

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };
const failure = new ApiError('overloaded', { retryAfter: RETRY_AFTER_SECONDS });

interface Refusal {
  text: string;
  headers: Record<string, string>;
  /** The response as it was sent first. */
  recorded?: RecordedResponse | undefined;
}

/**
 * Refuses requests with 503 while `max` others are in progress: without a limit, more requests than the process can answer wait
 * ever longer, until every client has given up. Refusing costs little, because it happens before the framework. A request counts
 * from the end of its body until its response is ready, so that slow clients do not take up the limit. Checks of the process's
 * health are never refused.
 */
export function limitRequestsInProgress(app: Server, { max, hsts }: { max: number; hsts: string | undefined }): void {
  const page: Refusal = errorPage(failure);
  const json: Refusal = { text: JSON.stringify(failure.body()), headers: JSON_HEADERS };
  const inProgress = new Set<FastifyReply>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.addHook('preValidation', (_request, reply, done) => {
    inProgress.add(reply);
    // Handlers that write to the socket themselves call no further hook.
    reply.raw.once('close', () => inProgress.delete(reply));
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    inProgress.delete(reply);
    done();
  });
  const framework = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (inProgress.size < max || request.url === '/healthz' || request.url === '/readyz') {
      for (const handle of framework) handle(request, response);
      return;
    }
    refused.inc();
    if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = performance.now();
      logOverload(app.log, max);
    }
    const isVisit = !request.url?.startsWith('/api/') && request.headers.accept?.includes('text/html');
    refuse(request, response, { refusal: isVisit ? page : json, hsts });
  });
}

function logOverload(log: FastifyBaseLogger, max: number): void {
  log.warn(
    { event: 'http.overloaded', requests: max },
    'requests are refused with 503, because as many as HTTP_MAX_REQUESTS are in progress',
  );
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, hsts }: { refusal: Refusal; hsts: string | undefined },
): void {
  const isWhole = request.method !== 'HEAD' && !hasBody(request);
  // Composing the head takes most of the time of a refusal, and in an overload there are thousands a second.
  if (isWhole && refusal.recorded && repeatResponse(request, response, refusal.recorded)) return;
  response.writeHead(failure.status, {
    ...BARE_HEADERS,
    ...refusal.headers,
    ...(hsts && { 'strict-transport-security': hsts }),
    'content-length': String(Buffer.byteLength(refusal.text)),
    'retry-after': String(RETRY_AFTER_SECONDS),
    // The rest of a body would have to be read before the next request.
    ...(hasBody(request) && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : refusal.text);
  if (isWhole) refusal.recorded = recordResponse(response, Buffer.from(refusal.text).toString('latin1'));
}
