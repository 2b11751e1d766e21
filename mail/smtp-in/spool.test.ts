import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withHead } from '../message/message.ts';
import { collectMessage, MemoryBudget, sweepSpool } from './spool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-collect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEAD = 'From: a@b.test\r\nSubject: x\r\n\r\n';
const options = (changes = {}) => ({
  id: 'id',
  size: 100_000,
  memoryLimit: 1000,
  spoolFolder: folder,
  memory: new MemoryBudget(100_000),
  ...changes,
});
const chunks = (text: string, size: number) =>
  Readable.from(text.match(new RegExp(`[^]{1,${size}}`, 'g'))?.map((piece) => Buffer.from(piece)) ?? []);

it.each([
  ['in memory', 10],
  ['in a spool file', 5000],
])('keeps every byte %s and supports a replaced header', async (_where, lines) => {
  const text = HEAD + 'line of text\r\n'.repeat(lines);
  const message = await collectMessage(chunks(text, 77), options());
  expect(message.head.toString()).toBe(HEAD);
  expect((await buffer(message.body.open())).toString()).toBe(text);
  expect((await buffer(message.body.open())).toString()).toBe(text);
  const changed = withHead(message, Buffer.from('Other: head\r\n\r\n'));
  const bytes = await buffer(changed.open());
  expect(bytes.toString()).toBe(`Other: head\r\n\r\n${'line of text\r\n'.repeat(lines)}`);
  expect(changed.size).toBe(bytes.length);
  await message.discard();
  expect(await readdir(folder)).toEqual([]);
  // Another process may have removed the file.
  await message.discard();
});

it('adds up the memory of all messages and releases it', async () => {
  const memory = new MemoryBudget(100_000);
  const one = await collectMessage(chunks(`${HEAD}short\r\n`, 50), options({ memory }));
  expect(memory.used).toBe(8 * 1024);
  const other = await collectMessage(chunks(HEAD + 'x\r\n'.repeat(2000), 50), options({ memory, id: 'other' }));
  expect(memory.used).toBe(8 * 1024);
  for (const bare of ['bare\n', 'bare\r']) {
    const collected = collectMessage(chunks(HEAD + bare, 50), options({ memory }));
    await expect(collected).rejects.toMatchObject({ responseCode: 550, enhanced: '5.6.0' });
  }
  await one.discard();
  await other.discard();
  expect(memory.used).toBe(0);
});

it('counts a message that outgrows its first buffer', async () => {
  const memory = new MemoryBudget(100_000);
  const one = await collectMessage(chunks(HEAD + 'x\r\n'.repeat(9000), 500), options({ memory, memoryLimit: 50_000 }));
  expect(memory.used).toBe(4 * 8 * 1024);
  await one.discard();
  expect(memory.used).toBe(0);
});

it('takes no more memory for a message that just fits into its first buffer', async () => {
  const memory = new MemoryBudget(100_000);
  const text = `${HEAD.padEnd(8 * 1024 - 2, 'x')}\r\n`;
  const message = await collectMessage(chunks(text, 500), options({ memory, memoryLimit: 50_000 }));
  expect(memory.used).toBe(8 * 1024);
  await message.discard();
});

it.each([
  ['that is too long', { size: 2000, memoryLimit: 100_000 }, { responseCode: 552 }, 8 * 1024],
  ['whose file cannot be created', { spoolFolder: '/nowhere' }, { code: 'ENOENT' }, 0],
])('needs no memory for the rest of a message %s', async (_what, changes, error, used) => {
  const memory = new MemoryBudget(100_000);
  async function* stream() {
    yield Buffer.from(HEAD);
    for (let at = 0; at < 50; at++) yield Buffer.from('x\r\n'.repeat(300));
    expect(memory.used).toBe(used);
  }
  await expect(collectMessage(stream(), options({ memory, ...changes }))).rejects.toMatchObject(error);
  expect(memory.used).toBe(0);
});

it('asks for a collection of garbage after some megabytes of large messages', async () => {
  const gc = vi.fn();
  vi.stubGlobal('gc', gc);
  const text = HEAD + 'x\r\n'.repeat(3_000_000);
  const message = await collectMessage(chunks(text, 500_000), options({ size: text.length }));
  await message.discard();
  vi.unstubAllGlobals();
  expect(gc).toHaveBeenCalled();
});

it('spools a message in whose body the memory budget is exceeded', async () => {
  const memory = new MemoryBudget(100_000);
  async function* stream() {
    yield Buffer.from(`${HEAD}line\r\n`);
    yield Buffer.from('line\r\n');
    memory.used += 100_000;
    yield Buffer.from('line\r\n');
  }
  const message = await collectMessage(stream(), options({ memory }));
  expect(await readdir(folder)).toHaveLength(1);
  await message.discard();
});

it('accepts a message as long as its limits, without a file', async () => {
  const text = HEAD + 'x\r\n'.repeat(300);
  const limits = { size: text.length, memoryLimit: text.length, memory: new MemoryBudget(8 * 1024) };
  const message = await collectMessage(chunks(text, 50), options(limits));
  expect((await buffer(message.body.open())).toString()).toBe(text);
  expect(await readdir(folder)).toEqual([]);
});

it('spools a message after its header if the memory budget is exceeded', async () => {
  const memory = new MemoryBudget(0);
  const text = `${HEAD}line\r\nline\r\n`;
  memory.used = 1;
  const message = await collectMessage(chunks(text, 10), options({ memory }));
  expect(await readdir(folder)).toHaveLength(1);
  expect(message.head.toString()).toBe(HEAD);
  expect((await buffer(message.body.open())).toString()).toBe(text);
  await message.discard();
  expect(memory.used).toBe(1);
});

it('examines each byte of a header only a few times, regardless of the chunk size', async () => {
  const memory = new MemoryBudget(0);
  memory.used = 1;
  const text = `X-Long: ${'y'.repeat(20_000)}\r\n${HEAD}line\r\n`;
  const concat = vi.spyOn(Buffer, 'concat');
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  const stream = chunks(text, 1);
  const message = await collectMessage(stream, options({ memory, memoryLimit: 100_000 }));
  const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
  const searched = search.mock.contexts.reduce((sum: number, bytes) => sum + (bytes as Buffer).length, 0);
  vi.restoreAllMocks();
  expect(message.head.toString()).toBe(text.slice(0, -'line\r\n'.length));
  expect(copied + searched).toBeLessThan(20 * text.length);
  expect(await readdir(folder)).toHaveLength(1);
  await message.discard();
});

it('reads an oversized message to its end, rejects it and leaves no file', async () => {
  const stream = chunks(HEAD + 'x'.repeat(3000), 100);
  await expect(collectMessage(stream, options({ size: 2000 }))).rejects.toMatchObject({
    responseCode: 552,
    message: expect.stringContaining('5.3.4'),
  });
  expect(stream.readableEnded).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

it('rejects a header that exceeds the memory limit', async () => {
  const text = `From: a@b.test\r\n${'X-Long: y\r\n'.repeat(500)}\r\nbody\r\n`;
  const tooLong = { responseCode: 552, enhanced: '5.3.4' };
  await expect(collectMessage(chunks(text, 100), options())).rejects.toMatchObject(tooLong);
  expect(await readdir(folder)).toEqual([]);
});

it('rejects with the error of the file system if the spool cannot be written', async () => {
  const stream = chunks(HEAD + 'x\r\n'.repeat(3000), 100);
  const failing = collectMessage(stream, options({ spoolFolder: join(folder, 'not', 'there') }));
  await expect(failing).rejects.toMatchObject({ code: 'ENOENT' });
  expect(stream.readableEnded).toBe(true);
});

it('rejects rather than replaces a spool file that exists already, and keeps it', async () => {
  const file = join(folder, `id.${process.pid}.spool`);
  await writeFile(file, 'another message');
  const stream = chunks(HEAD + 'x\r\n'.repeat(3000), 100);
  await expect(collectMessage(stream, options())).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(file, 'utf8')).toBe('another message');
  await rm(file);
});

it('rejects if the client disconnects during the message', async () => {
  const stream = Readable.from(
    (async function* () {
      yield Buffer.from(HEAD + 'x\r\n'.repeat(2000));
      throw new Error('gone');
    })(),
  );
  await expect(collectMessage(stream, options())).rejects.toThrow('gone');
  expect(await readdir(folder)).toEqual([]);
});

it('removes only the spool files of dead processes and of its own process', async () => {
  const dead = 2 ** 22 + 1; // above the kernel's largest process id
  const [foreign, swept] = [dead + 1, dead + 2];
  const kept = [`b.${process.ppid}.spool`, `d.${foreign}.spool`, `e.${dead}.spool.bak`, 'other.txt'];
  for (const file of [`a.${dead}.spool`, `c.${process.pid}.spool`, `f.${swept}.spool`, ...kept])
    await writeFile(join(folder, file), 'x');
  const kill = process.kill.bind(process);
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    // Another process sweeps the folder at the same time.
    if (pid === swept) rmSync(join(folder, `f.${swept}.spool`));
    // The process of another user.
    if (pid === foreign) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    return kill(pid, signal);
  });
  await sweepSpool(folder);
  vi.restoreAllMocks();
  expect((await readdir(folder)).sort()).toEqual(kept);
});
