import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './error.ts';
import { createQueryClient, readKey, resourceQuery } from './query-client.ts';

const load = async () => z.object({ name: z.string() });

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubFetch(status: number, body: unknown) {
  const fetchMock = vi.fn(async (_path: string) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

describe('the query client', () => {
  it('fetches once and keeps the result', async () => {
    const fetchMock = stubFetch(200, { name: 'ada' });
    const client = createQueryClient();
    await client.fetchQuery(resourceQuery('/api/thing', load));
    await client.fetchQuery(resourceQuery('/api/thing', load));
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it('does not retry a failed request', async () => {
    const fetchMock = stubFetch(500, {});
    await expect(createQueryClient().fetchQuery(resourceQuery('/api/thing', load))).rejects.toBeInstanceOf(ApiError);
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it('returns null on 401 with on401 "null" and throws on other errors', async () => {
    const client = createQueryClient();
    stubFetch(401, {});
    expect(await client.fetchQuery({ queryKey: ['/api/a'], queryFn: readKey(load, 'null') })).toBeNull();
    stubFetch(403, {});
    await expect(client.fetchQuery({ queryKey: ['/api/b'], queryFn: readKey(load, 'null') })).rejects.toThrow('403');
  });
});
