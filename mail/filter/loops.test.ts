import { expect, it } from 'vitest';
import { rejectLoops, rejectResubmitted } from './loops.ts';

it('reads a Received line with 200,000 unfinished recipients in linear time', () => {
  // A quadratic scan takes minutes and exceeds the test timeout.
  const head = Buffer.from(`Received: from x by mx.handles.test with ESMTP;${' for <'.repeat(200_000)}\r\n\r\n`);
  expect(() => rejectLoops(head, 'mx.handles.test', ['alice@handles.test'])).not.toThrow();
});

const OWN = 'from x by MX.handles.test with ESMTP';
const headOf = (...received: string[]) =>
  Buffer.from(`${received.map((value) => `Received: ${value}\r\n`).join('')}Subject: by mx.handles.test\r\n\r\n`);

/** Returns whether a check rejects a message with the reply that every loop gets. */
function isLoop(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ responseCode: 554, enhanced: '5.4.6' });
    return true;
  }
}

it.each<[string, string[], boolean]>([
  ['100 servers', Array(100).fill('from x by y'), false],
  ['101 servers', Array(101).fill('from x by y'), true],
  ['this server nine times', Array(9).fill(OWN), false],
  ['this server ten times', Array(10).fill(OWN), true],
  ['another server ten times', Array(10).fill('from x by mx.handles.test.other.test'), false],
  ['this server ten times as the client', Array(10).fill('from mx.handles.test by y'), false],
  ['this server ten times in folded fields', Array(10).fill('from x\r\n\tby   mx.handles.test;'), true],
  ['this server ten times after another word', Array(10).fill('from xby mx.handles.test'), false],
  ['a field without a server', Array(10).fill('from x'), false],
  ['this server once for a recipient', [`${OWN} for <Alice@handles.test>`], false],
  ['this server twice for a recipient', Array(2).fill(`${OWN}\r\n\tfor   <Alice@handles.test>; now`), true],
  ['this server twice for somebody else', Array(2).fill(`${OWN} for <bob@handles.test>`), false],
  ['this server for two recipients', [`${OWN} for <alice@handles.test>`, `${OWN} for <bob@handles.test>`], false],
  ['another server twice for a recipient', Array(2).fill('from x by y for <alice@handles.test>'), false],
  ['this server twice for nobody', Array(2).fill(OWN), false],
  ['this server twice for an unfinished recipient', Array(2).fill(`${OWN} for <alice@handles.test`), false],
  ['this server twice before another word', Array(2).fill(`${OWN} xfor <alice@handles.test>`), false],
])('detects a loop in a message that passed %s', (_what, received, expected) => {
  const recipients = ['other@handles.test', 'ALICE@handles.test'];
  expect(isLoop(() => rejectLoops(headOf(...received), 'mx.handles.test', recipients))).toBe(expected);
});

it.each([
  ['by mx.b.test with ESMTPSA id x; y', true],
  ['by MX.b.test\r\n\twith UTF8SMTPSA id x', true],
  ['by mx.b.test with ESMTPA', true],
  ['by mx.b.test; with ESMTPA', true],
  ['from a by mx.b.test with ESMTPS id x; y', false],
  ['by mx.c.test with ESMTPSA id x', false],
  ['via mx.b.test with ESMTPSA id x', false],
  ['by mx.b.test over ESMTPSA id x', false],
  ['by mx.b.test with ESMTPSAX id x', false],
  ['by mx.b.test with', false],
  ['by mx.b.test', false],
])('classifies "Received: %s" as an earlier submission to this server: %s', (received, expected) => {
  const head = headOf('from x\r\n\tby a.test with ESMTP', received);
  expect(isLoop(() => rejectResubmitted(head, 'mx.b.test'))).toBe(expected);
});

it('looks for earlier submissions in Received fields only', () => {
  const head = Buffer.from('Subject: by mx.b.test with ESMTPSA\r\n\r\n');
  expect(isLoop(() => rejectResubmitted(head, 'mx.b.test'))).toBe(false);
});
