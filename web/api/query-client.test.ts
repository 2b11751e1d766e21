import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from './error.ts';
import { createQueryClient, pathOf, reading, readKey } from './query-client.ts';

const load = async () => z.object({ name: z.string() });

afterEach(() => {
  vi.unstubAllGlobals();
});

function answerOnce(status: number, body: unknown) {
  const sent = vi.fn(async (_path: string) => Response.json(body, { status }));
  vi.stubGlobal('fetch', sent);
  return sent;
}

describe('pathOf', () => {
  it('joins the segments of a key with slashes', () => {
    expect(pathOf(['/api/handles', 7, 'links'])).toBe('/api/handles/7/links');
  });
});

describe('the query client', () => {
  it('reads once, does not retry, and keeps what it has', async () => {
    const sent = answerOnce(200, { name: 'ada' });
    const client = createQueryClient();
    await client.fetchQuery(reading('/api/thing', load));
    await client.fetchQuery(reading('/api/thing', load));
    expect(sent).toHaveBeenCalledOnce();
  });

  it('does not retry a failure', async () => {
    const sent = answerOnce(500, {});
    await expect(createQueryClient().fetchQuery(reading('/api/thing', load))).rejects.toBeInstanceOf(ApiError);
    expect(sent).toHaveBeenCalledOnce();
  });

  it('answers null on 401 where that is asked for, and fails on everything else', async () => {
    const client = createQueryClient();
    answerOnce(401, {});
    expect(await client.fetchQuery({ queryKey: ['/api/a'], queryFn: readKey(load, 'null') })).toBeNull();
    answerOnce(403, {});
    await expect(client.fetchQuery({ queryKey: ['/api/b'], queryFn: readKey(load, 'null') })).rejects.toThrow('403');
  });
});
