import { expect, it } from 'vitest';
import { rejectLoops } from './loops.ts';

it('reads a Received line with 200,000 unfinished recipients in linear time', () => {
  // A quadratic scan takes minutes and exceeds the test timeout.
  const head = Buffer.from(`Received: from x by mx.handles.test with ESMTP;${' for <'.repeat(200_000)}\r\n\r\n`);
  expect(() => rejectLoops(head, 'mx.handles.test', ['alice@handles.test'])).not.toThrow();
});
