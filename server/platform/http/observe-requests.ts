import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log/log.ts';
import { counter, durations } from '../metrics/registry.ts';
import { startSpan } from '../tracing/tracing.ts';

const requests = counter('nameplate_http_requests_total', 'Requests that the framework handled', [
  'method',
  'route',
  'status',
]);
const seconds = durations('nameplate_http_request_duration_seconds', 'Time until the response was sent', [
  'method',
  'route',
]);

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the pattern of the route, never the path, which may contain a handle or a token; `none` if no route matched. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/**
 * Counts and times every request that the framework handles, adds method and route to its log lines, logs it at level `debug`,
 * and starts a span if traces are on. Returns its id in `x-request-id`, except in responses that a shared cache may store.
 */
export function observeRequests(app: FastifyInstance): void {
  // These hooks avoid promises, because they run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, id, method } = request;
    const route = routeOf(request);
    // Absent if the app has no log.
    (request.log as Partial<Logger>).setBindings?.({ method, route });
    const span = startSpan(`${method} ${route}`, { kind: 'server', headers });
    if (!span) return done();
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode;
      span.set({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
      span.set({ 'nameplate.request_id': id });
      span.end(status >= 500);
    });
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!mayBeStored(reply)) reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const log: Partial<Logger> = request.log as Logger;
    const method = METHODS.has(request.method) ? request.method : 'other';
    const [route, status] = [routeOf(request), reply.statusCode];
    const elapsed = reply.elapsedTime;
    requests.inc({ method, route, status });
    seconds.observe({ method, route }, elapsed / 1000);
    if (log.isLevelEnabled?.('debug'))
      log.debug?.({ event: 'http.request', status, milliseconds: Math.round(elapsed) }, 'request');
    done();
  });
}

function mayBeStored(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control') ?? '').startsWith('public');
}
