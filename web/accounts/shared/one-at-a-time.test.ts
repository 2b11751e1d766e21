import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('sends a request only after the previous one has ended, even if that one failed', async () => {
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const request = (name: string, response: Promise<string>) => () => {
    begun.push(name);
    return response;
  };
  const failed = oneAtATime(request('first', first.promise)).catch(() => 'failed');
  const second = oneAtATime(request('second', Promise.resolve('sent')));
  await Promise.resolve();
  expect(begun).toEqual(['first']);
  first.reject(new Error('offline'));
  expect(await failed).toBe('failed');
  expect(await second).toBe('sent');
  expect(begun).toEqual(['first', 'second']);
});
