import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Parser } from './parser.ts';

/** Feeds chunks after DATA; returns the message and the commands that follow it. */
async function parse(pieces: Buffer[]): Promise<{ message: string | null; commands: string[] }> {
  const parser = new Parser(undefined, () => commands.push('bare line'));
  const commands: string[] = [];
  let message: string | null = null;
  parser.oncommand = (command, next) => {
    commands.push(command.toString());
    next?.();
  };
  const stream = parser.startDataMode();
  void buffer(stream).then((bytes) => {
    message = bytes.toString('latin1');
    expect(stream.byteLength).toBe(message.length);
    parser.continue();
  });
  for (const piece of pieces) await new Promise((resolve) => parser.write(piece, resolve));
  await new Promise((resolve) => setImmediate(resolve));
  return { message, commands };
}

/** Reference implementation of RFC 5321 4.5.2 for a complete text. */
function reference(text: string): { message: string | null; rest: string } {
  const all = `\r\n${text}`;
  const end = all.indexOf('\r\n.\r\n');
  if (end < 0) return { message: null, rest: '' };
  const content = all.slice(0, end + 2).replace(/\r\n\./g, '\r\n');
  return { message: content.slice(2), rest: all.slice(end + 5) };
}

function cutAt(bytes: Buffer, cuts: number[]): Buffer[] {
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return ends.map((end, index) => Buffer.from(bytes.subarray(index === 0 ? 0 : ends[index - 1], end)));
}

const piece = fc.constantFrom('\r\n', '.', '\r', '\n', 'x', '\r\n.', '\r\n..', '\0', 'text');

it('parses any bytes by RFC 5321 4.5.2, for any split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 12 }), async (parts, cuts) => {
      const text = parts.join('');
      const bytes = Buffer.from(text, 'latin1');
      expect((await parse(cutAt(bytes, cuts))).message).toBe(reference(text).message);
      expect((await parse([...bytes].map((byte) => Buffer.from([byte])))).message).toBe(reference(text).message);
    }),
    { numRuns: 1500 },
  );
});

it('parses the bytes after the end of the data as commands', async () => {
  expect(await parse([Buffer.from('..a\r\n.b\r\n.\r\nNOOP\r\nQUIT\r\n')])).toEqual({
    message: '.a\r\nb\r\n',
    commands: ['NOOP', 'QUIT'],
  });
  expect(await parse([Buffer.from('.\r\nNOOP\n')])).toEqual({ message: '', commands: ['bare line'] });
});

it('removes the stuffing of 100,000 lines in one chunk', async () => {
  const { message } = await parse([Buffer.from(`${'..\r\n'.repeat(100_000)}.\r\n`)]);
  expect(message).toBe('.\r\n'.repeat(100_000));
});
