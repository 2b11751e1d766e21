import type * as z from 'zod/mini';
import { type AddressOf, type Call, type NoneRequired, pathOf, type ResponseOf } from '../../contract/call.ts';
import { ApiError } from './error.ts';
import { acrossRenewal, renewing } from './session-renewal.ts';

interface RequestOptions {
  body?: unknown;
  /** Sent as If-Match; null sends `If-None-Match: *`, for something that must not exist yet. */
  version?: string | null | undefined;
  signal?: AbortSignal;
}

/** The input of a call: path parameters, query, body, and the version that a write applies to. */
export type Arguments<C extends Call> = AddressOf<C> &
  Pick<RequestOptions, 'signal'> &
  (C extends { body: infer B extends z.ZodMiniType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : unknown) &
  (C extends { versioned: true } ? Pick<RequestOptions, 'version'> : unknown);

/**
 * Sends a request with cookies and a JSON body. If the server requires a proof of who the user is, asks for it and sends the
 * same request again; a passkey may be required after a recent sign-in. Throws ApiError for every error status.
 */
export async function send<C extends Call>(made: C, ...[given]: NoneRequired<Arguments<C>>): Promise<Response> {
  return sendTo(pathOf(made, ...([given] as NoneRequired<AddressOf<C>>)), made, given);
}

async function sendTo(path: string, made: Call, given: RequestOptions = {}, confirmations = 2): Promise<Response> {
  const request = () => sendOnce(path, made.method, given);
  const response = await (made.renewsSession ? renewing(request()) : acrossRenewal(request));
  if (response.ok) return response;
  const error = new ApiError(response.status, response.statusText, await response.text());
  if (response.status !== 403 || confirmations === 0) throw error;
  // Kept out of the script of visitors: only signed-in screens ask for proofs, and they have loaded this file.
  await (await import('./confirmation.ts')).confirmAfter(error, { path, body: given.body });
  return sendTo(path, made, given, confirmations - 1);
}

function sendOnce(path: string, method: string, { body, version, signal }: RequestOptions): Promise<Response> {
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

/** Sends a request and parses the response; throws if the response does not match the schema of the call. */
export async function call<C extends Call>(made: C, ...given: NoneRequired<Arguments<C>>): Promise<ResponseOf<C>> {
  return parse(made, await send(made, ...given));
}

async function parse<C extends Call>(made: C, response: Response): Promise<ResponseOf<C>> {
  return made.response?.parse(await response.json()) as ResponseOf<C>;
}

/** One page of a list and the path of the next page, or null on the last one. */
export interface ListPage<T> {
  items: T[];
  next: string | null;
}

export type List = Call & { response: z.ZodMiniArray };
export type ItemOf<C extends List> = ResponseOf<C> extends readonly (infer Item)[] ? Item : never;

/** Reads a page of a list at a path of the call; the next one is taken from `Link: <...>; rel="next"` (RFC 8288). */
export async function readPage<C extends List>(
  made: C,
  path: string,
  signal?: AbortSignal,
): Promise<ListPage<ItemOf<C>>> {
  const response = await sendTo(path, made, signal && { signal });
  const items = (await parse(made, response)) as ItemOf<C>[];
  return { items, next: nextPage(response.headers.get('Link')) };
}

/** Reads all pages of a list, of 500 items each. */
export async function readAll<C extends List>(made: C, signal?: AbortSignal): Promise<ItemOf<C>[]> {
  const items: ItemOf<C>[] = [];
  for (let next: string | null = `${made.path}?limit=500`; next !== null; ) {
    const page: ListPage<ItemOf<C>> = await readPage(made, next, signal);
    items.push(...page.items);
    next = page.next;
  }
  return items;
}

/**
 * Returns path and query of the next page from a Link header, or null. Drops the origin, because requests go only to
 * our own.
 */
export function nextPage(header: string | null): string | null {
  const target = header?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (!target) return null;
  const url = new URL(target, 'http://base.invalid');
  return url.pathname + url.search;
}
