import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fields, fieldValue, headerEnd } from './header.ts';

it('parses names, folded values and malformed lines', () => {
  const head = Buffer.from('A: one\r\nB : two\r\n\tmore\r\nno field\r\n__proto__: x\r\n\r\nBody: no\r\n');
  const end = headerEnd(head);
  const found = fields(head.subarray(0, end));
  expect(found.map(({ name }) => name)).toEqual(['a', 'b', '', '__proto__']);
  expect(found.map((field) => fieldValue(head, field)).slice(0, 2)).toEqual(['one', 'two\tmore']);
  expect(head.toString('latin1', end)).toBe('Body: no\r\n');
});

it.each([
  ['\r\nbody', 2],
  ['A: b\r\n', 6],
  ['', 0],
])('finds the end of the header of %j at %i', (text, end) => {
  expect(headerEnd(Buffer.from(text))).toBe(end);
});

it('divides any header into fields without gaps or overlaps', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ':', ' ', '\t', 'Z', 'é', '\0'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const head = Buffer.from(`${lines.map((text) => `${text}\r\n`).join('')}\r\n`);
      let at = 0;
      for (const field of fields(head)) {
        expect(field.start).toBe(at);
        at = field.end;
      }
      expect(at).toBe(head.length - 2);
    }),
  );
});
