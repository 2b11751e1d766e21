import type * as z from 'zod/mini';
import { type AddressOf, type Call, type NoneRequired, pathOf, type ResponseOf } from '../../contract/call.ts';
import { ApiError } from './error.ts';
import { acrossRenewal, renewing } from './session-renewal.ts';

/** Parses a value into a typed one; satisfied by the Zod schemas of the contract. */
export interface Schema<T> {
  parse(value: unknown): T;
}

/** Loads a schema in parallel with the request, so that no page waits for the schema library before it is usable. */
export type LoadSchema<T> = () => Promise<Schema<T>>;

export interface RequestOptions {
  method?: string;
  body?: unknown;
  /** Sent as If-Match; null sends `If-None-Match: *`, for something that must not exist yet. */
  version?: string | null | undefined;
  signal?: AbortSignal;
  /** The response replaces the session cookie. */
  renewsSession?: boolean;
}

/**
 * Sends a request with cookies and a JSON body. If the server requires a proof of who the user is, asks for it and sends the
 * same request again; a passkey may be required after a recent sign-in. Throws ApiError for every error status.
 */
export async function send(path: string, options: RequestOptions = {}, confirmations = 2): Promise<Response> {
  const request = () => sendOnce(path, options);
  const response = await (options.renewsSession ? renewing(request()) : acrossRenewal(request));
  if (response.ok) return response;
  const error = new ApiError(response.status, response.statusText, await response.text());
  if (response.status !== 403 || confirmations === 0) throw error;
  // Not in the script of visitors: only signed-in screens ask for proofs, and they have loaded this file.
  await (await import('./confirmation.ts')).confirmAfter(error, { path, body: options.body });
  return send(path, options, confirmations - 1);
}

function sendOnce(path: string, { method = 'GET', body, version, signal }: RequestOptions): Promise<Response> {
  return fetch(path, {
    method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(version === undefined ? {} : version === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** What a request to a call takes: its path parameters, query and body, and the version that a write applies to. */
type Arguments<C extends Call> = AddressOf<C> &
  Pick<RequestOptions, 'signal'> &
  (C extends { body: infer B extends z.ZodMiniType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : unknown) &
  (C extends { versioned: true } ? Pick<RequestOptions, 'version'> : unknown);

/** Sends a request and parses the response; throws if the response does not match the schema. */
export async function call<C extends Call>(made: C, ...[given]: NoneRequired<Arguments<C>>): Promise<ResponseOf<C>>;
export async function call<T>(path: string, load: LoadSchema<T>, options?: RequestOptions): Promise<T>;
export async function call(made: Call | string, given?: unknown, options: RequestOptions = {}): Promise<unknown> {
  if (typeof made === 'string') {
    const [response, schema] = await Promise.all([send(made, options), (given as LoadSchema<unknown>)()]);
    return schema.parse(await response.json());
  }
  const response = await send(pathOf(made, given as never), { method: made.method, ...pick(given as RequestOptions) });
  return made.response?.parse(await response.json());
}

function pick({ body, version, signal }: RequestOptions = {}): RequestOptions {
  return { body, version, ...(signal && { signal }) };
}

/** One page of a list and the path of the next page, or null on the last one. */
export interface ListPage<T> {
  items: T[];
  next: string | null;
}

/** Reads one page of a list; the next page is taken from the header `Link: <...>; rel="next"` (RFC 8288). */
export async function readPage<T>(path: string, load: LoadSchema<T[]>, signal?: AbortSignal): Promise<ListPage<T>> {
  const [response, schema] = await Promise.all([send(path, signal ? { signal } : {}), load()]);
  return { items: schema.parse(await response.json()), next: nextPage(response.headers.get('Link')) };
}

/** Reads all pages of a list. */
export async function readAll<T>(path: string, load: LoadSchema<T[]>, signal?: AbortSignal): Promise<T[]> {
  const items: T[] = [];
  let next: string | null = path;
  while (next !== null) {
    const page: ListPage<T> = await readPage(next, load, signal);
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

/** Returns path and query of the next page from a Link header, or null. Drops the origin: requests go to our own only. */
export function nextPage(header: string | null): string | null {
  const target = header?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (!target) return null;
  const url = new URL(target, 'http://base.invalid');
  return url.pathname + url.search;
}
