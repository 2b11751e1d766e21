import { expect, it } from 'vitest';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { formatReply, isProtocolError, replyOf } from './reply.ts';

it('writes one line, or several lines that each begin with the code', () => {
  expect(formatReply({ code: 250, text: '2.0.0 OK' })).toBe('250 2.0.0 OK\r\n');
  expect(formatReply({ code: 250, text: ['host', 'PIPELINING', 'SIZE 1'] })).toBe(
    '250-host\r\n250-PIPELINING\r\n250 SIZE 1\r\n',
  );
});

it('replaces control characters, which could split a reply', () => {
  const error = new SmtpReplyError(550, '5.7.1', 'bad\r\n250 2.0.0 OK\0\u0085');
  expect(formatReply(replyOf(error))).toBe('550 5.7.1 bad  250 2.0.0 OK  \r\n');
});

it('truncates a reply to 512 octets between two characters', () => {
  const line = formatReply({ code: 550, text: `5.7.1 ${'ü'.repeat(600)}` });
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(512);
  expect(line).toMatch(/^550 5\.7\.1 ü{240,}\r\n$/);
});

it('classifies errors of syntax and order as protocol errors, but not rejections', () => {
  const isError = (code: number) => isProtocolError({ code, text: '' });
  expect([500, 501, 502, 503, 504, 555].every(isError)).toBe(true);
  expect([250, 354, 421, 451, 550, 552, 553, 554].some(isError)).toBe(false);
});
