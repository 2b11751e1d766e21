import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isUnreachable } from '../db/database.ts';
import { writeRefusalOf } from '../db/refused-writes.ts';
import { createRejectionLog } from '../log/security-log.ts';
import { diskFault } from '../storage/disk-space.ts';
import { StorageError } from '../storage/storage.ts';
import { ApiError } from './api-error.ts';
import { sendErrorPage } from './pages/error-page.ts';

/**
 * Maximum number of field errors in a response and of characters in a path, so that the response is small whatever was sent.
 */
const MAX_FIELD_ERRORS = 50;
const MAX_PATH = 200;

/** Maps any thrown value to an error of the catalogue; `isLogged` states whether it must be logged. */
export function toApiError(error: unknown): [failure: ApiError, isLogged: boolean] {
  if (error instanceof ApiError) return [error, false];
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path with a malformed id leads to no resource.
    if (error.validationContext === 'params') return [new ApiError('not_found'), false];
    const errors = error.validation.slice(0, MAX_FIELD_ERRORS).map(({ instancePath, message = 'is not valid' }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.').slice(0, MAX_PATH),
      // The library's message repeats field names that the client chose.
      message: message.startsWith('Unrecognized key') ? 'Unrecognized field' : message,
    }));
    const [first] = errors;
    return [
      new ApiError('invalid_input', { errors, ...(first && isForPeople(first) && { message: first.message }) }),
      false,
    ];
  }
  // A number outside the database's range, or a text that the database cannot store, matches no row.
  if (['22003', '22021'].includes(String((error as { code?: unknown } | null)?.code))) {
    return [new ApiError('not_found'), false];
  }
  if (error instanceof StorageError) {
    const message = 'We cannot reach our storage at the moment. Please try again in a minute.';
    return [new ApiError('unavailable', { message, retryAfter: 30 }), true];
  }
  if (writeRefusalOf(error)) {
    const message = 'We cannot save anything at the moment. Please try again in a few minutes.';
    return [new ApiError('unavailable', { message, retryAfter: 30 }), true];
  }
  if (diskFault(error)) return [new ApiError('storage_full'), true];
  if (isUnreachable(error)) return [new ApiError('unavailable', { retryAfter: 30 }), true];
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === 413) return [new ApiError('body_too_large'), false];
  if (statusCode === 415) return [new ApiError('wrong_content_type'), false];
  if (statusCode === 429) return [new ApiError('too_many_requests', { retryAfter: 60 }), false];
  // The static file plugin uses 403 for a path outside its folder.
  if (statusCode === 404 || statusCode === 403) return [new ApiError('not_found'), false];
  if (code?.startsWith('FST_ERR_CTP') || statusCode === 400 || error instanceof SyntaxError) {
    return [new ApiError('invalid_json'), false];
  }
  return [new ApiError('unexpected'), true];
}

/** Returns whether a field error has a message of the contract, rather than one of the schema library. */
function isForPeople({ message }: { message: string }): boolean {
  return !/^(Invalid|Unrecognized|Too (big|small))\b/.test(message);
}

/**
 * Returns whether an error is Node's for a connection that closes before the body ends; a lost database connection has
 * another message.
 */
function isClientAbort(error: unknown, { raw }: FastifyRequest): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'ECONNRESET' && message === 'aborted' && !raw.complete;
}

/** Returns whether the request is from a browser for a page, rather than from a script for data. */
export function isPageVisit({ url, headers }: FastifyRequest): boolean {
  return !/^\/(api|paypal)\//.test(url) && headers.accept?.includes('text/html') === true;
}

/**
 * Installs the error handler for all routes: `{code, message, errors?}` with the status of the catalogue, or the same
 * message as a page; never a stack.
 */
export function mapErrors(app: FastifyInstance): void {
  const logRefusal = createRejectionLog();
  // If the connection closed while a limit was counted, the body parser would wait for an event that never comes.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw } = request;
    if (raw.destroyed && !raw.complete) done(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    else done(null, payload);
  });
  app.setErrorHandler((error, request, reply) => {
    if (isClientAbort(error, request)) {
      // The client can no longer read a response, and nothing on the server has failed.
      request.log.debug(
        { event: 'http.request_aborted' },
        'the client closed the connection before the request was complete',
      );
      return reply.status(400).send();
    }
    const [failure, isLogged] = toApiError(error);
    logRefusal(request, failure);
    if (isLogged) {
      request.log.error({ event: 'http.request_failed', err: error }, 'request failed');
    }
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
    reply.status(failure.status);
    if (isPageVisit(request)) return sendErrorPage(reply, failure);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(failure.body()));
  });
}
