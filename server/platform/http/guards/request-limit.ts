import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { logLimitedNetwork } from '../../log/security-log.ts';
import { counter } from '../../metrics/registry.ts';
import { ApiError } from '../api-error.ts';
import { type RecordedResponse, recordResponse, repeatResponse } from '../cache/repeat-response.ts';
import { errorPage } from '../pages/error-page.ts';
import { BARE_HEADERS } from '../protocol-errors.ts';
import type { Server } from '../server.ts';
import { hasBody } from './body-deadline.ts';
import type { NetworkGuard, NetworkRefusal } from './network-guard.ts';

/** Milliseconds between two log lines about an overload. */
const LOG_INTERVAL_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

const refused = counter('nameplate_http_refused_total', 'Requests that were refused because too many were in progress');
const limited = counter(
  'nameplate_http_network_refused_total',
  'Requests that were refused before the framework because their network is above a limit',
);

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A response that refuses a request, as JSON or as a page. */
class Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, string>;
  /** The first response, as sent. */
  recorded?: RecordedResponse | undefined;

  constructor(failure: ApiError, { isVisit, hsts }: { isVisit: boolean; hsts: string | undefined }) {
    const { text, headers } = isVisit
      ? errorPage(failure)
      : { text: JSON.stringify(failure.body()), headers: JSON_HEADERS };
    this.status = failure.status;
    this.text = text;
    this.headers = {
      ...BARE_HEADERS,
      ...headers,
      ...(hsts && { 'strict-transport-security': hsts }),
      'content-length': String(Buffer.byteLength(text)),
      'retry-after': String(failure.retryAfter),
    };
  }
}

/**
 * Refuses requests with 503 while `max` others are in progress: without a limit, requests beyond the process's capacity
 * would wait ever longer, until every client had given up. Before that, `networks` refuses requests of a network above
 * its limits with 429. Refusing costs little, because it happens before the framework. A request is counted from the end
 * of its body until its response is ready, so that slow clients do not use up the limit. Health checks are never refused.
 */
export function limitRequestsInProgress(
  app: Server,
  { max, hsts, networks }: { max: number; hsts: string | undefined; networks?: NetworkGuard | undefined },
): void {
  const refusals = new Map<string, Refusal>();
  const inProgress = new Set<FastifyReply>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.addHook('preValidation', (request, reply, done) => {
    inProgress.add(reply);
    networks?.enter(request.raw);
    // Handlers that write to the socket themselves trigger no further hook.
    reply.raw.once('close', () => inProgress.delete(reply));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    inProgress.delete(reply);
    networks?.leave(request.raw);
    done();
  });
  const framework = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/healthz' || request.url === '/readyz') return pass(request, response);
    const verdict = networks?.admit(request);
    if (!(verdict instanceof Promise)) return decide(request, response, verdict);
    verdict.then(
      (refusal) => decide(request, response, refusal),
      // The framework reports that the database is unreachable.
      () => decide(request, response, undefined),
    );
  });

  function decide(request: IncomingMessage, response: ServerResponse, refusal: NetworkRefusal | undefined): void {
    if (refusal) {
      limited.inc();
      if (refusal.isFirst) logLimitedNetwork(app.log, refusal.network);
      refuse(request, response, refusalOf(request, 'too_many_requests', refusal.retryAfter));
    } else if (inProgress.size < max) pass(request, response);
    else {
      networks?.leave(request);
      refused.inc();
      if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        logOverload(app.log, max);
      }
      refuse(request, response, refusalOf(request, 'overloaded', RETRY_AFTER_SECONDS));
    }
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    if (networks) response.once('close', () => networks.leave(request));
    for (const handle of framework) handle(request, response);
  }

  function refusalOf({ url, headers }: IncomingMessage, code: 'overloaded' | 'too_many_requests', seconds: number) {
    const isVisit = !url?.startsWith('/api/') && headers.accept?.includes('text/html') === true;
    // Rounding up to whole minutes keeps the number of different texts small.
    const retryAfter = seconds > 60 ? Math.ceil(seconds / 60) * 60 : seconds;
    const key = `${code} ${retryAfter} ${isVisit}`;
    const refusal = refusals.get(key) ?? new Refusal(new ApiError(code, { retryAfter }), { isVisit, hsts });
    refusals.set(key, refusal);
    return refusal;
  }
}

/** Logs that clients cannot be told apart. */
export function logUnknownProxy(log: FastifyBaseLogger): void {
  log.warn(
    { event: 'http.unknown_proxy' },
    'requests arrive through a proxy that is missing from TRUST_PROXY, so networks cannot be told apart: set TRUST_PROXY to its address',
  );
}

function logOverload(log: FastifyBaseLogger, max: number): void {
  log.warn(
    { event: 'http.overloaded', requests: max },
    'refusing requests with 503, because HTTP_MAX_REQUESTS of them are in progress',
  );
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const isWhole = request.method !== 'HEAD' && !hasBody(request);
  // Composing the head takes most of the time of a refusal, and an overload causes thousands a second.
  if (isWhole && refusal.recorded && repeatResponse(request, response, refusal.recorded)) return;
  response.writeHead(refusal.status, {
    ...refusal.headers,
    // Otherwise the rest of the body would have to be read before the next request.
    ...(hasBody(request) && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : refusal.text);
  if (isWhole) refusal.recorded = recordResponse(response, Buffer.from(refusal.text).toString('latin1'));
}
