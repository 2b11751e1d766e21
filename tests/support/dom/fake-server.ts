import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { BodyOf, Call, ResponseOf } from '../../../contract/call.ts';
import { ERRORS, type ErrorBody, type ErrorCode, errorBody, wireCode } from '../../../contract/errors.ts';

/** A request of a screen. */
interface Received<C extends Call> {
  /** Parameters of the path, as they are in it. */
  params: Record<string, string>;
  query: URLSearchParams;
  body: BodyOf<C>;
  /** The If-Match header of a write. */
  ifMatch: string | null;
}

type Reply<C extends Call> = (request: Received<C>) => Response | Promise<Response>;

interface Route {
  call: Call;
  pattern: RegExp;
  reply: Reply<Call>;
}

let routes: Route[] = [];
let received: { call: Call; request: Received<Call> }[] = [];
let unexpected: string[] = [];

/**
 * Replaces `fetch` in each test of a file. Successful responses match the schema of their call. A body that does not match gets the errors of its
 * fields, as from the server, and a request without a reply fails its test.
 */
export function useFakeServer(): void {
  beforeEach(() => {
    routes = [];
    received = [];
    unexpected = [];
    vi.stubGlobal('fetch', respond);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    expect(unexpected, 'requests without a reply').toEqual([]);
  });
}

/** Replies to a call with a value, until the next reply to the same call. */
export function reply<C extends Call>(call: C, value: ResponseOf<C>): void {
  replyBy(call, () => ok(call, value));
}

/** Replies to a call with what `by` returns: `failure`, or any response that a proxy may return. */
export function replyBy<C extends Call>(call: C, by: Reply<C>): void {
  const pattern = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  routes = [{ call, pattern, reply: by as Reply<Call> }, ...routes.filter((route) => route.call !== call)];
}

/** Replies to a call with one of our errors. */
export function refuse(call: Call, code: ErrorCode, more: Partial<ErrorBody> = {}): void {
  replyBy(call, () => failure(code, more));
}

/** Holds back the next replies to a call until the returned function is called. */
export function hold(call: Call): () => void {
  const route = routes.find((known) => known.call === call);
  if (!route) throw new Error(`${call.path} has no reply yet`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { reply: by } = route;
  route.reply = (request) => promise.then(() => by(request));
  return resolve;
}

export function ok<C extends Call>(call: C, value: ResponseOf<C>): Response {
  call.response?.parse(value);
  const version = (value as { version?: string } | undefined)?.version ?? '1';
  return Response.json(value, {
    status: call.status ?? 200,
    headers: call.versioned ? { ETag: `"${version}"` } : {},
  });
}

export function failure(code: ErrorCode, more: Partial<ErrorBody> = {}): Response {
  const [status, message] = ERRORS[code];
  return Response.json(errorBody.parse({ code: wireCode(code), message, ...more }), { status });
}

/** Rejects like `fetch` if the connection fails. */
export const disconnected = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/** A response of a proxy in front of the server. */
export const badGateway = (): Response =>
  new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });

/** The result of a request that never gets a response. */
export const never = (): Promise<Response> => new Promise(() => {});

/** The bodies that a call was made with, in order. */
export function sent<C extends Call>(call: C): BodyOf<C>[] {
  return requests(call).map(({ body }) => body);
}

/** The requests that a call was made with, in order. */
export function requests<C extends Call>(call: C): Received<C>[] {
  return received.filter((one) => one.call === call).map(({ request }) => request as Received<C>);
}

const fieldError = ({ path, message }: { path: PropertyKey[]; message: string }) => ({ path: path.join('.'), message });

async function respond(address: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET';
  const { pathname, searchParams } = new URL(address, window.location.href);
  for (const { call, pattern, reply: by } of routes) {
    const match = call.method === method && pattern.exec(pathname);
    if (!match) continue;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = {
      params: match.groups ?? {},
      query: searchParams,
      body: body as never,
      ifMatch: new Headers(init.headers).get('If-Match'),
    };
    received.push({ call, request });
    const checked = call.body?.safeParse(body);
    return checked?.error ? failure('invalid_input', { errors: checked.error.issues.map(fieldError) }) : by(request);
  }
  unexpected.push(`${method} ${pathname}`);
  return disconnected();
}
