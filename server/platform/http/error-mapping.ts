import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnreachable } from '../db/database.ts';
import { createRejectionLog } from '../log/security-log.ts';
import { StorageError } from '../storage/storage.ts';
import { ApiError } from './api-error.ts';
import { sendErrorPage } from './pages/error-page.ts';

/** Turns whatever was thrown into a failure of the catalogue; the second value says whether it deserves a log line. */
export function toApiError(error: unknown): [failure: ApiError, ours: boolean] {
  if (error instanceof ApiError) return [error, false];
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id in the path is an address where nothing is.
    if (error.validationContext === 'params') return [new ApiError('not_found'), false];
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: message ?? 'is not valid',
    }));
    const [first] = errors;
    return [
      new ApiError('invalid_input', { errors, ...(first && isForPeople(first) && { message: first.message }) }),
      false,
    ];
  }
  // A number beyond what the database counts with, or a text that none can hold, names nothing that could exist.
  if (['22003', '22021'].includes(String((error as { code?: unknown } | null)?.code))) {
    return [new ApiError('not_found'), false];
  }
  if (error instanceof StorageError) {
    const message = 'We can not reach our storage at the moment. Please try again in a minute.';
    return [new ApiError('unavailable', { message, retryAfter: 30 }), true];
  }
  if (isUnreachable(error)) return [new ApiError('unavailable', { retryAfter: 30 }), true];
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === 413) return [new ApiError('body_too_large'), false];
  if (statusCode === 415) return [new ApiError('wrong_content_type'), false];
  if (statusCode === 429) return [new ApiError('too_many_requests', { retryAfter: 60 }), false];
  // 403 is what the files' plugin says to a path that leads out of its folder.
  if (statusCode === 404 || statusCode === 403) return [new ApiError('not_found'), false];
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400 || error instanceof SyntaxError) {
    return [new ApiError('invalid_json'), false];
  }
  return [new ApiError('unexpected'), true];
}

/** Whether a field's fault is said in words of the contract, rather than in those of the schema library. */
function isForPeople({ message }: { message: string }): boolean {
  return !/^(Invalid|Unrecognized|Too (big|small))\b/.test(message);
}

/** Node's own error for a body that ends with the connection; a lost connection to the database is worded differently. */
function isClientAbort(error: unknown, { raw }: FastifyRequest): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ECONNRESET' && message === 'aborted' && !raw.complete;
}

/** Whether a browser asked for something to look at, rather than a script for data. */
export function isPageVisit({ url, headers }: FastifyRequest): boolean {
  return !/^\/(api|paypal)\//.test(url) && headers.accept?.includes('text/html') === true;
}

/** One mapper for every route: `{code, message, errors?}` with the status of the catalogue, or the same words as a page; never a stack. */
export function mapErrors(app: FastifyInstance): void {
  const logRefusal = createRejectionLog();
  app.setErrorHandler((error, request, reply) => {
    if (isClientAbort(error, request)) {
      // No one is there to read an answer, and nothing of ours has failed.
      request.log.debug(
        { event: 'http.request_aborted' },
        'the client closed the connection before its request was whole',
      );
      return reply.status(400).send();
    }
    const [failure, ours] = toApiError(error);
    logRefusal(request, failure);
    if (ours) {
      // The route, not the address: that may hold a token.
      request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed');
      reply.header('x-request-id', request.id);
    }
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    reply.status(failure.status);
    if (isPageVisit(request)) return sendErrorPage(reply, failure);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure.body()));
  });
}
