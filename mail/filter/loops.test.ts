import { expect, it } from 'vitest';
import { rejectLoops, rejectResubmitted } from './loops.ts';

it('reads a Received line with 200,000 unfinished recipients in linear time', () => {
  // A quadratic scan takes minutes and exceeds the test timeout.
  const head = Buffer.from(`Received: from x by mx.handles.test with ESMTP;${' for <'.repeat(200_000)}\r\n\r\n`);
  expect(() => rejectLoops(head, 'mx.handles.test', ['alice@handles.test'])).not.toThrow();
});

it('recognises a message that was submitted to this server before, but not one that it only received', () => {
  const rejects = (received: string) => {
    try {
      rejectResubmitted(
        Buffer.from(`Received: from x\r\n\tby a.test with ESMTP\r\nReceived: ${received}\r\n\r\n`),
        'mx.b.test',
      );
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const one of [
    'by mx.b.test with ESMTPSA id x; y',
    'by MX.b.test\r\n\twith UTF8SMTPSA id x',
    'by mx.b.test with ESMTPA',
  ]) {
    expect(rejects(one)).toMatch(/^5\.4\.6 Mail loop/);
  }
  for (const one of ['from a by mx.b.test with ESMTPS id x; y', 'by mx.c.test with ESMTPSA id x', 'by mx.b.test']) {
    expect(rejects(one)).toBe('');
  }
});
