import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { ApiError } from './error.ts';
import { createQueryClient, queryOf } from './query-client.ts';

const getThing = defineCall('GET /api/thing', { by: 'anyone', response: z.object({ name: z.string() }) });

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
    await client.fetchQuery(queryOf(getThing));
    await client.fetchQuery(queryOf(getThing));
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it('does not retry a failed request', async () => {
    const fetchMock = stubFetch(500, {});
    await expect(createQueryClient().fetchQuery(queryOf(getThing))).rejects.toBeInstanceOf(ApiError);
    expect(fetchMock).toHaveBeenCalledOnce();
  });
});
