import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Returns a program that logs as in production. */
const programOf = (code: string) => `
  const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
  const log = createLog('info', true);
  ${code}`;

/** Returns the lines that a process logs in production while it runs `code`. */
async function loggedLines(code: string): Promise<Record<string, string>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', programOf(code)], {
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout: string }) => error);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);
}

const logged = async (code: string) => (await loggedLines(code)).map(({ msg }) => msg ?? '');

it.each([
  ['ends', ''],
  ['exits', 'process.exit(3);'],
  ['is killed right after a warning', `log.warn('two'); process.kill(process.pid, 'SIGKILL');`],
])('loses no log line of a process that %s', async (_how, end) => {
  const lines = await logged(`log.info('one'); ${end}`);
  expect(lines).toEqual(end.includes('two') ? ['one', 'two'] : ['one']);
});

it('writes the lines of a process that continues', async () => {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', programOf(`log.info('one'); setInterval(() => {}, 1000);`)],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(JSON.parse(String(line))).toMatchObject({ msg: 'one' });
});

it('writes a hundred thousand lines completely and in order', async () => {
  const lines = await logged(`for (let n = 0; n < 100_000; n++) log.info(String(n));`);
  expect(lines).toHaveLength(100_000);
  expect(lines.every((line, at) => line === String(at))).toBe(true);
});

/** Logs warnings for half a second, then exits with code 7. */
const BUSY = programOf(`
  let n = 0;
  setInterval(() => { log.info('a line'); log.warn('a warning'); if (++n === 50) process.exit(7); }, 10);`);

it('lets a process continue after its reader has closed the pipe', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BUSY], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([7, null]);
});

it.runIf(process.platform === 'linux')('lets a process end although its reader is late', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nameplate-log-'));
  const pipe = path.join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const writer = openSync(pipe, 'w');
  // The pipe is full before the process writes its first line.
  expect(() => {
    for (;;) writeSync(reader, 'x'.repeat(4096));
  }).toThrow('EAGAIN');
  const code = `console.error('logs'); ${BUSY} for (let at = 0; at < 20_000; at++) log.warn('x'.repeat(100));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', writer, 'pipe'] });
  const ended = once(child, 'exit');
  await once(child.stderr ?? expect.unreachable(), 'data');
  const late = new Socket({ fd: reader }).resume();
  expect(await ended).toEqual([7, null]);
  late.destroy();
  closeSync(writer);
  await rm(folder, { recursive: true });
});

it.runIf(process.platform === 'linux')('lets a process continue although its disk is full', async () => {
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', BUSY], {
    stdio: ['ignore', full.fd, 'ignore'],
  });
  expect(await once(child, 'exit')).toEqual([7, null]);
  await full.close();
});

it.each([
  ['450 4.2.2 <jane@inbox.example>: mailbox of Jane Doe full', '450 4.2.2'],
  ['550 no such user jane', '550'],
  ['connection to mx.inbox.example timed out', 'connection to mx.inbox.example timed out'],
  ['no answer for jane@inbox.example within 20 s', 'no answer for … within 20 s'],
])('keeps the text of another server out of the log: %s', async (text, kept) => {
  const fields = (value: string) => ({ reply: value, response: value });
  const lines = await loggedLines(`log.info(${JSON.stringify(fields(text))}, 'tried');`);
  expect(lines).toEqual([expect.objectContaining(fields(kept))]);
});

it('logs an error without the rows quoted by PostgreSQL and without addresses, but keeps paths of packages', async () => {
  const [line] = await loggedLines(`
    const error = Object.assign(new Error('cannot store jane@inbox.example ("wanda@inbox.example")'), {
      code: '23505', detail: 'Key (name)=(Jane Doe) already exists.', where: 'row of Jane Doe', table: 'accounts',
      cause: Object.assign(new Error('for <joe@inbox.example>'), { detail: 'Jane Doe' }),
    });
    error.stack += ' at /srv/node_modules/@fastify/static/index.js:1:2';
    log.error({ event: 'test', err: error }, 'failed');`);
  const text = JSON.stringify(line);
  for (const quoted of ['Jane', 'inbox.example', 'jane', 'wanda', 'joe']) expect(text).not.toContain(quoted);
  for (const kept of ['cannot store', '23505', 'accounts', '/@fastify/static/index.js:1:2'])
    expect(text).toContain(kept);
});
