import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BodyHash } from './body-hash.ts';

/** Reference implementation of RFC 6376 3.4.3 and 3.4.4. */
function canonical(form: 'simple' | 'relaxed', body: string): string {
  const lines = body.split('\r\n');
  const reduced = form === 'simple' ? lines : lines.map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (reduced.at(-1) === '') reduced.pop();
  if (reduced.length === 0) return form === 'simple' ? '\r\n' : '';
  return `${reduced.join('\r\n')}\r\n`;
}

const piece = fc.constantFrom('a', 'word', ' ', '  ', '\t', '\r\n', '\r\n', '.', '\r', '\n', '\u00fc');
const body = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

it('computes the canonical form of RFC 6376 for any split of the bytes', () => {
  fc.assert(
    fc.property(
      body,
      fc.nat(60),
      fc.nat(60),
      fc.constantFrom('simple' as const, 'relaxed' as const),
      (text, a, b, form) => {
        const bytes = Buffer.from(text);
        const cuts = [0, Math.min(a, b), Math.max(a, b), bytes.length].map((at) => Math.min(at, bytes.length));
        const hash = new BodyHash(form);
        for (let i = 1; i < cuts.length; i++) hash.update(bytes.subarray(cuts[i - 1], cuts[i]));
        const expected = canonical(form, text);
        expect(hash.digest('base64')).toBe(createHash('sha256').update(expected).digest('base64'));
        expect(hash.canonicalizedLength).toBe(Buffer.byteLength(expected));
      },
    ),
    { numRuns: 2000 },
  );
});

it('matches the examples of RFC 6376 3.4.5', () => {
  const hash = new BodyHash('relaxed');
  hash.update(Buffer.from(' C \r\nD \t E\r\n\r\n\r\n'));
  expect(hash.digest('base64')).toBe(createHash('sha256').update(' C\r\nD E\r\n').digest('base64'));
});

it('hashes only the first l= bytes of the canonical form, but counts all bytes', () => {
  const hash = new BodyHash('relaxed', 'sha256', 4);
  hash.update(Buffer.from('a  b\r\nmore\r\n'));
  expect(hash.digest('base64')).toBe(createHash('sha256').update('a b\r').digest('base64'));
  expect([hash.bodyHashedBytes, hash.canonicalizedLength]).toEqual([4, 11]);
});
