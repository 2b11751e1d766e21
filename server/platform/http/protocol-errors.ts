import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '../../../contract/errors.ts';
import { ApiError } from './api-error.ts';
import { isPageVisit } from './error-mapping.ts';
import { sendErrorPage } from './pages/error-page.ts';

const MESSAGES: Record<number, [reason: string, message: string]> = {
  400: ['Bad Request', 'The request could not be read.'],
  408: ['Request Timeout', 'The request took too long to arrive. Please try again.'],
  431: ['Request Header Fields Too Large', 'The address, the cookies or other headers of the request are too long.'],
};

/**
 * Responds to a URL that cannot be routed because its percent-encoding is malformed or it is too long. No hook has run
 * at this point.
 */
export function sendBadUrlError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  hsts: string | undefined,
): void {
  const tooLong = error.statusCode === 414;
  const message = tooLong ? 'This address is too long.' : 'This address is malformed.';
  const failure = new ApiError('invalid_input', { message });
  reply.status(tooLong ? 414 : 400).headers(BARE_HEADERS);
  if (hsts) reply.header('strict-transport-security', hsts);
  if (isPageVisit(request)) sendErrorPage(reply, failure);
  else reply.type('application/json; charset=utf-8').send(JSON.stringify(failure.body()));
}

/** Headers of a response that no hook of the framework has seen. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to a request that the HTTP parser rejected, by writing to the socket, because there is no response object. */
export function sendClientError(error: Error & { code?: string }, socket: Socket, hsts: string | undefined): void {
  // The client has disconnected, or a response to an earlier request is being sent.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status = STATUS[error.code ?? ''] ?? 400;
  const [reason, message] = MESSAGES[status] ?? ['Bad Request', ERRORS.invalid_input[1]];
  const body = JSON.stringify({ code: 'invalid_input', message });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...BARE_HEADERS,
    ...(hsts && { 'strict-transport-security': hsts }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
}
