import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { call, nextPage, readAll } from './client.ts';
import { ApiError } from './error.ts';

const response = z.array(z.number());
const getThings = defineCall('GET /api/things', { by: 'anyone', response });
const postThing = defineCall('POST /api/things', { by: 'anyone', body: z.object({ a: z.number() }), response });
const fetchMock = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
});

function respondWith(...responses: Response[]) {
  for (const response of responses) fetchMock.mockResolvedValueOnce(response);
  vi.stubGlobal('fetch', fetchMock);
}

describe('call', () => {
  it('sends cookies and a JSON body', async () => {
    respondWith(Response.json([1]));
    expect(await call(postThing, { body: { a: 1 } })).toEqual([1]);
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
  });

  it('sends no Content-Type without a body', async () => {
    respondWith(Response.json([]));
    await call(getThings);
    expect(fetchMock.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Content-Type');
  });

  it('throws ApiError for an error status', async () => {
    respondWith(new Response('nope', { status: 404 }));
    const result = call(getThings);
    await expect(result).rejects.toBeInstanceOf(ApiError);
    await expect(result).rejects.toThrow('404: nope');
  });

  it('rejects a response that does not match the schema', async () => {
    respondWith(Response.json(['one']));
    await expect(call(getThings)).rejects.toThrow();
  });
});

describe('readAll', () => {
  it('follows the `next` links to the last page', async () => {
    const link = { Link: '<https://elsewhere.test/api/things?limit=2&after=2>; rel="next"' };
    respondWith(Response.json([1, 2], { headers: link }), Response.json([3]));
    expect(await readAll(getThings)).toEqual([1, 2, 3]);
    // Cookies must not follow a header to another origin.
    expect(fetchMock.mock.calls[1]?.[0]).toBe('/api/things?limit=2&after=2');
  });
});

describe('nextPage', () => {
  it.each([
    [null, null],
    ['<https://a.test/x?after=1>; rel="prev"', null],
    ['</x?after=9>; rel="next"', '/x?after=9'],
    ['</x?after=1>; rel="prev", </x?after=9>; rel=next', '/x?after=9'],
  ])('reads the Link header %s as %s', (header, next) => {
    expect(nextPage(header)).toBe(next);
  });
});
