import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BareLfDetector, LineEndingCheck } from './line-endings.ts';

/** Reference implementation for a complete text. */
const isBroken = (text: string) => /\r(?!\n)|(?<!\r)\n/.test(text);

function watch(pieces: string[]): boolean {
  const lines = new LineEndingCheck();
  for (const piece of pieces) lines.update(Buffer.from(piece));
  lines.end();
  return lines.broken;
}

it('finds a bare CR or LF for any split of the text', () => {
  const piece = fc.string({ unit: fc.constantFrom('\r', '\n', '\r\n', 'a', '.'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      expect(watch(pieces)).toBe(isBroken(pieces.join('')));
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['a\r\nb', [false]],
  ['a\nb\r\n', [true]],
  ['a\r|\nb', [false, false]],
  ['a|\nb', [false, true]],
  ['\n', [true]],
  ['a\r\nb\nc\r\n', [true]],
  ['a\r||\n', [false, false, false]],
  ['a\r\n|\n', [false, true]],
])('finds a bare LF in commands split as %j: %j', (pieces, found) => {
  const detector = new BareLfDetector();
  expect(pieces.split('|').map((piece) => detector.update(Buffer.from(piece)))).toEqual(found);
});

it('checks the commands after a message like the first ones', () => {
  const detector = new BareLfDetector();
  detector.update(Buffer.from('a\r'));
  detector.reset();
  expect(detector.update(Buffer.from('\n'))).toBe(true);
});
