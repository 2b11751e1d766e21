import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DotStuffing } from './dot-stuffing.ts';

/** Reference implementation of RFC 5321 4.5.2. */
function slow(bytes: Buffer): string {
  const text = bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..');
  return text === '' || text.endsWith('\r\n') ? `${text}.\r\n` : `${text}\r\n.\r\n`;
}

function stuffed(pieces: Buffer[]): string {
  const stuffing = new DotStuffing();
  const parts = pieces.flatMap((piece) => stuffing.stuff(piece));
  return Buffer.concat([...parts, stuffing.end()]).toString('latin1');
}

it('doubles only dots at the start of a line, regardless of how the bytes are split', () => {
  const bit = fc.constantFrom('.', '\r', '\n', '\r\n', '\r\n.', '\n.', 'a', '\xff', '..');
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 30 }), fc.array(fc.nat(6), { maxLength: 40 }), (bits, sizes) => {
      const bytes = Buffer.from(bits.join(''), 'latin1');
      expect(stuffed([bytes])).toBe(slow(bytes));
      const pieces: Buffer[] = [];
      let at = 0;
      for (const size of sizes) {
        pieces.push(bytes.subarray(at, at + size));
        at += size;
      }
      pieces.push(bytes.subarray(at));
      expect(stuffed(pieces)).toBe(slow(bytes));
    }),
    { numRuns: 3000 },
  );
});
