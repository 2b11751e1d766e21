import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { call, nextPage, readAll } from './client.ts';
import { ApiError } from './error.ts';

const numbers = async () => z.array(z.number());
const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

afterEach(() => {
  sent.mockReset();
  vi.unstubAllGlobals();
});

function answer(...responses: Response[]) {
  for (const response of responses) sent.mockResolvedValueOnce(response);
  vi.stubGlobal('fetch', sent);
}

describe('call', () => {
  it('sends cookies and JSON', async () => {
    answer(Response.json([1]));
    expect(await call('/api/things', numbers, { method: 'POST', body: { a: 1 } })).toEqual([1]);
    expect(sent.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
  });

  it('names no content type without a body', async () => {
    answer(Response.json([]));
    await call('/api/things', numbers);
    expect(sent.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Content-Type');
  });

  it('throws ApiError for an answer that is not a success', async () => {
    answer(new Response('nope', { status: 404 }));
    const failure = call('/api/things', numbers);
    await expect(failure).rejects.toBeInstanceOf(ApiError);
    await expect(failure).rejects.toThrow('404: nope');
  });

  it('refuses an answer that breaks the contract', async () => {
    answer(Response.json(['one']));
    await expect(call('/api/things', numbers)).rejects.toThrow();
  });
});

describe('readAll', () => {
  it('follows the next pages to the end', async () => {
    const link = { Link: '<https://elsewhere.test/api/things?limit=2&after=2>; rel="next"' };
    answer(Response.json([1, 2], { headers: link }), Response.json([3]));
    expect(await readAll('/api/things?limit=2', numbers)).toEqual([1, 2, 3]);
    // Cookies must not follow a header to another origin.
    expect(sent.mock.calls[1]?.[0]).toBe('/api/things?limit=2&after=2');
  });
});

describe('nextPage', () => {
  it.each([
    [null, null],
    ['<https://a.test/x?after=1>; rel="prev"', null],
    ['</x?after=9>; rel="next"', '/x?after=9'],
    ['</x?after=1>; rel="prev", </x?after=9>; rel=next', '/x?after=9'],
  ])('reads %s as %s', (header, next) => {
    expect(nextPage(header)).toBe(next);
  });
});
