import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchHeartbeats } from './process-heartbeat.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-heartbeats-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(source: string) {
  const file = path.join(folder, `${Math.random()}.mjs`);
  await writeFile(file, source);
  const child = fork(file);
  const stuck: number[] = [];
  watchHeartbeats(child, () => stuck.push(1), { interval: 50, timeout: 1000 });
  const [code, signal] = await once(child, 'exit');
  return { code, signal, stuck: stuck.length };
}

it('kills a process whose event loop is blocked', async () => {
  const source = 'process.send({ beat: true }, () => { for (;;); });';
  expect(await start(source)).toEqual({ code: null, signal: 'SIGKILL', stuck: 1 });
});

it('does not kill a process that sends heartbeats, nor one that never sent any', async () => {
  const beating = 'setInterval(() => process.send({ beat: true }), 20); setTimeout(() => process.exit(0), 2500);';
  const silent = 'process.send({ ready: true }); setTimeout(() => process.exit(0), 2500);';
  const ends = await Promise.all([start(beating), start(silent)]);
  expect(ends).toEqual(Array(2).fill({ code: 0, signal: null, stuck: 0 }));
});

it('survives a parent that disconnects just before a heartbeat is sent', async () => {
  const file = path.join(folder, 'late-heartbeat.mjs');
  const gone = path.join(folder, 'gone');
  // The loop keeps the child from noticing the disconnect until a heartbeat is due.
  await writeFile(
    file,
    `import { existsSync } from 'node:fs';
    import { sendHeartbeats } from '${new URL('./process-heartbeat.ts', import.meta.url)}';
    sendHeartbeats(1);
    process.once('disconnect', () => process.exit(0));
    process.send('ready', () => {
      const started = Date.now();
      while (!existsSync('${gone}') || Date.now() < started + 100);
    });`,
  );
  const child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'message');
  const exited = once(child, 'exit');
  child.disconnect();
  await writeFile(gone, '');
  const [code] = await exited;
  expect({ code, output }).toEqual({ code: 0, output: '' });
});
