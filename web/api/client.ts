import { ApiError } from './error.ts';

/** Anything that checks a value and gives it its type; the contract's Zod schemas are such. */
export interface Schema<T> {
  parse(value: unknown): T;
}

/** Schemas are loaded beside the request, so that no page needs the schema library before it can be used. */
export type LoadSchema<T> = () => Promise<Schema<T>>;

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** The version that the call is about; null for nothing that is there already. */
  version?: string | null | undefined;
  signal?: AbortSignal;
}

/** Sends one request with cookies and JSON. Throws ApiError for every answer that is not a success. */
export async function send(path: string, { method = 'GET', body, version, signal }: Call = {}): Promise<Response> {
  const response = await fetch(path, {
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
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** Sends one request and parses the answer; an answer that breaks the contract is an error. */
export async function call<T>(path: string, load: LoadSchema<T>, options: Call = {}): Promise<T> {
  const [response, schema] = await Promise.all([send(path, options), load()]);
  return schema.parse(await response.json());
}

/** One page of a list, and the path of the next one. */
export interface ListPage<T> {
  items: T[];
  next: string | null;
}

/** Reads one page of a list; `Link: <...>; rel="next"` says whether there is another. */
export async function readPage<T>(path: string, load: LoadSchema<T[]>, signal?: AbortSignal): Promise<ListPage<T>> {
  const [response, schema] = await Promise.all([send(path, signal ? { signal } : {}), load()]);
  return { items: schema.parse(await response.json()), next: nextPage(response.headers.get('Link')) };
}

/** Reads a paged list to its end. */
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

/** The path and query of the next page out of a Link header, or null. The origin is dropped: we only ask our own. */
export function nextPage(header: string | null): string | null {
  const target = header?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (!target) return null;
  const url = new URL(target, 'http://here.invalid');
  return url.pathname + url.search;
}
