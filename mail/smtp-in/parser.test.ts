import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUTH_LINE, Parser } from './parser.ts';

/** Feeds chunks to the parser after DATA; returns the message and the commands that follow it. */
async function parse(pieces: Buffer[]): Promise<{ message: string | null; commands: string[] }> {
  const commands: string[] = [];
  const parser = new Parser({
    onCommand: async (command) => void commands.push(command.toString()),
    onBadLine: (error) => void commands.push(error.message),
  });
  let message: string | null = null;
  parser.readMessage(async (stream) => {
    const bytes = await buffer(stream);
    message = bytes.toString('latin1');
    expect(parser.messageBytes).toBe(message.length);
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

it('parses any bytes as in RFC 5321 4.5.2, for any split', async () => {
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
  expect(await parse([Buffer.from('.\r\nNOOP\n')])).toEqual({
    message: '',
    commands: ['5.5.2 Lines must end with CRLF'],
  });
});

it('removes dot-stuffing from 100,000 lines in one chunk', async () => {
  const { message } = await parse([Buffer.from(`${'..\r\n'.repeat(100_000)}.\r\n`)]);
  expect(message).toBe('.\r\n'.repeat(100_000));
});

it('runs the commands of one chunk one after the other, and runs no command after DATA until the message has been handled', async () => {
  const log: string[] = [];
  const parser: Parser = new Parser({
    async onCommand(command) {
      log.push(`begin ${command}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`end ${command}`);
      if (command.toString() !== 'DATA') return;
      parser.readMessage(async (stream) => {
        const bytes = await buffer(stream);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`message ${bytes}`);
      });
    },
    onBadLine: () => expect.unreachable(),
  });
  await new Promise((resolve) => parser.write('NOOP\r\nDATA\r\ntext\r\n.\r\nQU', resolve));
  expect(parser.inMessage).toBe(false);
  await new Promise((resolve) => parser.write('IT\r\n', resolve));
  expect(log).toEqual([
    'begin NOOP',
    'end NOOP',
    'begin DATA',
    'end DATA',
    'message text\r\n',
    'begin QUIT',
    'end QUIT',
  ]);
});

it.each([
  ['complete', `${'x'.repeat(4097)}\r\nNOOP\r\n`],
  ['incomplete', 'x'.repeat(4097)],
])('rejects a command line of more than 4096 bytes that is %s', async (_state, text) => {
  expect(await parse([Buffer.from(`.\r\n${text}`)])).toEqual({
    message: '',
    commands: ['4.7.0 Command line too long'],
  });
});

it('accepts lines of 12288 bytes where AUTH is available, and rejects longer lines even if they arrive byte by byte', async () => {
  const run = async (text: string) => {
    const got: string[] = [];
    const events = {
      onCommand: async (command: Buffer) => void got.push(String(command.length)),
      onBadLine: (error: Error) => void got.push(error.message),
    };
    const parser = new Parser(events, AUTH_LINE);
    for (const byte of text) await new Promise((resolve) => parser.write(byte, resolve));
    return got;
  };
  expect(await run(`${'A'.repeat(12_288)}\r\n`)).toEqual(['12288']);
  expect(await run('A'.repeat(12_289))).toEqual(['5.5.6 Line too long: the maximum is 12288 octets']);
});

it('runs no further command and destroys the message once the parser is closed', async () => {
  const commands: string[] = [];
  const parser = new Parser({
    onCommand: async (command) => void commands.push(command.toString()),
    onBadLine: () => expect.unreachable(),
  });
  const read = Promise.withResolvers<Buffer>();
  parser.readMessage(async (stream) => buffer(stream).then(read.resolve, read.reject));
  await new Promise((resolve) => parser.write('half a mess', resolve));
  parser.close();
  await expect(read.promise).rejects.toThrow('disconnected');
  await new Promise((resolve) => parser.write('age\r\n.\r\nNOOP\r\n', resolve));
  expect(commands).toEqual([]);
});
