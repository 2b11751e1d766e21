import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processesOf } from '../../../tests/support/run/processes-of.ts';

const here = (file: string) => new URL(file, import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-supervise-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program, given as source, under a supervisor. Returns its output and how the supervisor ends. */
async function supervised(source: string, timeout = 1500) {
  const [program, main] = [0, 1].map((at) => path.join(folder, `${Math.random()}${at}.mjs`)) as [string, string];
  await writeFile(program, source);
  await writeFile(
    main,
    `import { plainLog } from '${here('./plain-log.ts')}';
    import { supervise } from '${here('./supervise.ts')}';
    const systemd = { ready: () => console.log('READY=1'), stopping: () => console.log('STOPPING=1') };
    supervise(${JSON.stringify(program)}, { timeout: ${timeout}, log: plainLog(true), systemd });`,
  );
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number);
  const until = (text: string) => expect.poll(() => output, { timeout: 60_000 }).toContain(text);
  const events = () =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).event);
  return { child, ended, until, output: () => output, events };
}

const READY =
  "process.send({ ready: true }); setInterval(() => {}, 1000); console.log('serving', process.env.REPLACED_PROCESSES);";

it('passes on signals, ends with the exit code of the process, and reports both to systemd', async () => {
  const run = await supervised(`process.on('SIGTERM', () => process.exit(3)); ${READY}`);
  await run.until('READY=1');
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(3);
  expect(run.output()).toContain('STOPPING=1');
  expect(run.events()).toEqual([]);
});

it('ends if the process cannot start, and does not retry', async () => {
  const run = await supervised('process.exit(7);');
  expect(await run.ended).toBe(7);
  expect(run.events()).toEqual([]);
});

it('replaces a process that dies after it was ready or is stuck, and passes on the number of its predecessors', async () => {
  const run = await supervised(
    `process.on('SIGTERM', () => process.exit(0));
    ${READY}
    if (process.env.REPLACED_PROCESSES === '0') setTimeout(() => process.exit(1), 10);
    if (process.env.REPLACED_PROCESSES === '1') setTimeout(() => { for (;;); }, 10);`,
  );
  await run.until('serving 2');
  expect(run.events()).toEqual(['process.died', 'process.stuck', 'process.died']);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
});

it('kills the children of a process that died, even if they are stopped', async () => {
  const run = await supervised(
    `import { fork } from 'node:child_process';
    if (process.env.REPLACED_PROCESSES === '0' && process.argv[2] !== 'child') {
      const child = fork(import.meta.filename, ['child'], { execArgv: [] });
      child.once('message', () => { console.log('grandchild', child.pid); child.kill('SIGSTOP'); setTimeout(() => process.exit(1), 50); });
    } else if (process.argv[2] === 'child') { process.send('started'); setInterval(() => {}, 1000); }
    if (process.argv[2] !== 'child') { ${READY} }`,
  );
  await run.until('serving 1');
  const [, pid] = /grandchild (\d+)/.exec(run.output()) ?? [];
  expect(Number(pid)).toBeGreaterThan(0);
  const isAlive = () => processesOf(folder).some((found) => found.pid === Number(pid));
  await expect.poll(isAlive, { timeout: 10_000 }).toBe(false);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(143);
});
