import { expect, it } from 'vitest';
import { enhancedCodeOf, MalformedReply, ReplyReader } from './reply.ts';

const read = (...pieces: string[]) => {
  const reader = new ReplyReader();
  return pieces.flatMap((piece) => reader.read(Buffer.from(piece)));
};

it('parses replies for any split of the bytes', () => {
  const wire = '220-one\r\n220 two\r\n250\r\n354 go\n';
  const whole = [
    { code: 220, lines: ['one', 'two'], text: '220 one 220 two' },
    { code: 250, lines: [''], text: '250' },
    { code: 354, lines: ['go'], text: '354 go' },
  ];
  expect(read(wire)).toEqual(whole);
  expect(read(...wire)).toEqual(whole);
});

it.each([
  ['a line without end', 'x'.repeat(5000)],
  ['a reply without end', '250-more\r\n'.repeat(200)],
  ['no reply', 'HTTP/1.1 400 Bad Request\r\n'],
  ['an empty line', '\r\n'],
  ['a number that is not a reply code', '999 what\r\n'],
  ['two codes in one reply', '250-yes\r\n550 no\r\n'],
  ['a long line that ends', `250 ${'x'.repeat(5000)}\r\n`],
])('rejects %s as malformed', (_what, wire) => {
  expect(() => read(wire)).toThrow(MalformedReply);
});

it.each([
  ['550 5.1.1 gone', '5.1.1'],
  ['550-5.7.26 first\r\n550 5.7.26 second', '5.7.26'],
  ['550 4.2.2 of another class', '5.0.0'],
  ['550 no code', '5.0.0'],
  ['550 5.1.1gone', '5.0.0'],
])('reads the enhanced code of %j as %s', (wire, code) => {
  const [reply] = read(`${wire}\r\n`);
  expect(reply && enhancedCodeOf(reply, '5.0.0')).toBe(code);
});

it('removes control characters from the text', () => {
  expect(read('550 a\0b\x1b[31mc\r\n')[0]?.text).toBe('550 a b [31mc');
});
