import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What a process writes that logs in production, does as it is told and ends. */
async function said(code: string): Promise<string[]> {
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
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
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
