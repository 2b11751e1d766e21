import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineEndingCheck } from './line-endings.ts';

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
