import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ErrorCode } from '../../../contract/errors.ts';

declare module 'fastify' {
  /** Beside `tags`, `summary` and `description`: what the API documentation cannot derive from the other parts of a route. */
  interface FastifySchema {
    /** Errors of the route itself, beyond those that follow from its shape. */
    errors?: readonly ErrorCode[];
    /** The resource has a version: responses carry it as ETag, and a write may send it in If-Match. */
    isVersioned?: true;
    /** When the route requires a recent sign-in, if not always: such as "with `forwardingEmail`". */
    needsRecentSignIn?: string;
  }
}

/** Fastify with Zod schemas for requests and responses. */
export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
