import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import type { BodyOf, Call, ParamsOf, QueryOf } from '../../../contract/call.ts';
import type { Right } from '../../../contract/roles.ts';
import { expectedVersions, sendVersioned, type Versioned } from './cache/etag-versions.ts';
import { type ListedPage, sendPage } from './paging.ts';
import type { Server } from './server.ts';
import { type Account, accountOf, type Sessions } from './sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that the route serves, and its group in the API description. */
    call?: Call;
  }
}

/** A positive integer. Any other value results in 404. */
const idParam = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** The handle of a call, its caller, and the right that the call requires there. */
export interface Target {
  account: Account;
  /** The id in the path, of the handle or of its forwarding; without it, `handleId` in the body. */
  id: number;
  right: Right;
  /** The versions that a write may apply to; undefined for any. */
  expected: readonly string[] | undefined;
}

/** The input of a handler. */
interface Made<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  account: C extends { by: 'anyone' } ? undefined : Account;
  /** The versions that a write may apply to; undefined for any. */
  expected: readonly string[] | undefined;
  target: C extends { right: Right } ? Target : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The server's additions to a call: texts of the API description, and the protection of the route. */
interface Service {
  summary: string;
  description?: string;
  /** One of guards/rate-limits.ts. */
  limit?: { rateLimit: object; signedMessage?: true };
  /** Maximum bytes of a body that may be larger than those of other calls. */
  bodyLimit?: number;
  /** Hooks that run after those for the access of the call. */
  onRequest?: onRequestAsyncHookHandler[];
}

type Answer<C extends Call> = C extends { response: infer R extends z.core.$ZodType }
  ? z.input<R> | (z.input<R> extends (infer Item)[] ? ListedPage<Item> : never)
  : FastifyReply;

/** Returns a function that registers the route of a call. `tag` is the group of the calls in the API description. */
export function callServer(app: Server, sessions: Sessions, tag: string) {
  return function serve<const C extends Call>(
    call: C,
    { limit, bodyLimit, onRequest = [], ...texts }: Service,
    handler: (made: Made<C>) => Promise<Answer<C>>,
  ): void {
    const { method, path, by, right, query, body, response, status = 200, versioned } = call;
    app.route({
      method,
      url: path,
      ...(bodyLimit !== undefined && { bodyLimit }),
      onRequest: [
        ...(by === 'anyone' ? [] : [sessions.required]),
        ...(by === 'admin' ? [sessions.admin] : []),
        ...(typeof call.recent === 'string' ? [sessions.requireRecentSignIn] : []),
        ...onRequest,
      ],
      schema: {
        tags: [tag],
        ...texts,
        ...(path.includes(':') && { params: paramsOf(call) }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(response && { response: { [status]: response } }),
      },
      config: { ...limit, call },
      handler: async (request, reply) => {
        const account = by === 'anyone' ? undefined : accountOf(request);
        const { id } = request.params as { id?: number };
        const expected = expectedVersions(request);
        const handleId = id ?? (request.body as { handleId?: number } | undefined)?.handleId;
        const target = account && right && { account, id: handleId, right, expected };
        reply.status(status);
        const { params, query, body } = request;
        const answer = await handler({
          params,
          query,
          body,
          account,
          expected,
          target,
          request,
          reply,
        } as unknown as Made<C>);
        if (isPage(answer)) return sendPage(request, reply, call, answer);
        return versioned && 'version' in (answer as object) ? sendVersioned(reply, answer as Versioned) : answer;
      },
    });
  };
}

const isPage = (answer: unknown): answer is ListedPage<unknown> =>
  typeof answer === 'object' && answer !== null && 'items' in answer && 'next' in answer;

function paramsOf({ path, params }: Call): z.ZodType {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const schemaOf = (name: string) => params?.[name] ?? (/(^id|Id)$/.test(name) ? idParam : z.string());
  return z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])));
}
