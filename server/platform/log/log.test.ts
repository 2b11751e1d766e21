import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What a process writes that logs in production, does as it is told and ends. */
async function said(code: string, field = 'msg'): Promise<string[]> {
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
    const log = createLog('info', true);
    ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout: string }) => error);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as Record<string, string>)[field] ?? '');
}

test.each([
  ['ends', ''],
  ['is ended', 'process.exit(3);'],
  [
    'lives on for a moment',
    `await new Promise((done) => setTimeout(done, 600)); process.kill(process.pid, 'SIGKILL');`,
  ],
  ['is killed right after a warning', `log.warn('two'); process.kill(process.pid, 'SIGKILL');`],
])('no line is lost of a process that %s', async (_how, end) => {
  const lines = await said(`log.info('one'); ${end}`);
  expect(lines).toEqual(end.includes('two') ? ['one', 'two'] : ['one']);
});

test('of a hundred thousand lines each is whole and in its place', async () => {
  const lines = await said(`for (let n = 0; n < 100_000; n++) log.info(String(n));`);
  expect(lines).toHaveLength(100_000);
  expect(lines.every((line, at) => line === String(at))).toBe(true);
});

/** Logs warnings for half a second, then leaves with 7. */
const BUSY = `
  const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)});
  const log = createLog('info', true);
  let n = 0;
  setInterval(() => { log.info('a line'); log.warn('a warning'); if (++n === 50) process.exit(7); }, 10);`;

test('a process whose reader has gone works on', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BUSY], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([7, null]);
}, 10_000);

test('a process whose reader is late comes to its end', async () => {
  const code = `${BUSY} for (let at = 0; at < 20_000; at++) log.warn('x'.repeat(100));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  // Read nothing until it is late, then all.
  setTimeout(() => child.stdout.resume(), 3000);
  expect(await ended).toEqual([7, null]);
}, 10_000);

test.runIf(process.platform === 'linux')(
  'a process whose log has no room on the disk works on',
  async () => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', BUSY], {
      stdio: ['ignore', full.fd, 'ignore'],
    });
    expect(await once(child, 'exit')).toEqual([7, null]);
    await full.close();
  },
  10_000,
);

test.each([
  ['450 4.2.2 <jane@inbox.example>: mailbox of Jane Doe full', '450 4.2.2'],
  ['550 no such user jane', '550'],
  ['connection to mx.inbox.example timed out', 'connection to mx.inbox.example timed out'],
  ['no answer for jane@inbox.example within 20 s', 'no answer for … within 20 s'],
])('the text of another server does not get into the log: %s', async (words, kept) => {
  expect(await said(`log.info({ words: ${JSON.stringify(words)} }, 'tried');`, 'words')).toEqual([kept]);
});
