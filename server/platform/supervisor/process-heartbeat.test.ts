import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import { watchHeartbeats } from './process-heartbeat.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-heartbeats-'));
});
afterEach(() => void vi.useRealTimers());
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

it('kills a process whose event loop is blocked (attack 41)', async () => {
  const source = 'process.send({ ready: true }); process.send({ beat: true }, () => { for (;;); });';
  expect(await start(source)).toEqual({ code: null, signal: 'SIGKILL', stuck: 1 });
});

/** Watches a fake process, with messages and a clock under the control of the test. */
function watchFake({ started = true, ready = true, timeout = 60_000 } = {}) {
  const child = Object.assign(new EventEmitter(), { pid: started ? 1 : undefined, kill: vi.fn() });
  const onStuck = vi.fn();
  vi.useFakeTimers();
  watchHeartbeats(child as unknown as ChildProcess, onStuck, { interval: 5000, timeout });
  if (ready) child.emit('message', { ready: true });
  return { child, onStuck };
}

it('does not kill a process that sends heartbeats, but does so once it has sent none for a minute', () => {
  const { child, onStuck } = watchFake();
  for (let at = 0; at < 1000; at++) {
    child.emit('message', { beat: true });
    vi.advanceTimersByTime(5000);
  }
  vi.advanceTimersByTime(50_000);
  expect([child.kill.mock.calls, onStuck.mock.calls]).toEqual([[], []]);
  vi.advanceTimersByTime(5000);
  expect([child.kill.mock.calls, onStuck.mock.calls]).toEqual([[['SIGKILL']], [[]]]);
  vi.advanceTimersByTime(600_000);
  expect(child.kill).toHaveBeenCalledOnce();
});

it('kills a process that never sent a heartbeat, but not one that has ended or could not be started', () => {
  const { onStuck } = watchFake();
  vi.advanceTimersByTime(60_000);
  expect(onStuck).toHaveBeenCalledOnce();
  const ended = watchFake();
  ended.child.emit('exit');
  const missing = watchFake({ started: false });
  vi.advanceTimersByTime(600_000);
  expect([ended.child.kill.mock.calls, missing.child.kill.mock.calls]).toEqual([[], []]);
});

it('gives a process that is not ready yet four times as long, because loading its program takes one long turn', () => {
  const { child, onStuck } = watchFake({ ready: false });
  child.emit('message', { beat: true });
  vi.advanceTimersByTime(235_000);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(onStuck).toHaveBeenCalledOnce();
});

it('does not kill a process that is being debugged, or whose parent was itself blocked', () => {
  const { child } = watchFake();
  child.emit('message', { beat: true, debugged: true });
  vi.advanceTimersByTime(600_000);
  expect(child.kill).not.toHaveBeenCalled();
  const other = watchFake();
  vi.advanceTimersByTime(55_000);
  // The clock advances without any timer firing, as on a suspended machine.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR);
  vi.advanceTimersByTime(5000);
  expect(other.child.kill).not.toHaveBeenCalled();
});

it('gives a disconnected process a minute for its last work', () => {
  vi.useFakeTimers();
  const { child } = watchFake({ timeout: 10_000 });
  child.emit('disconnect');
  vi.advanceTimersByTime(55_000);
  expect(child.kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(child.kill).toHaveBeenCalledOnce();
});

it('survives a parent that disconnects just before a heartbeat is sent', async () => {
  const file = path.join(folder, 'late-heartbeat.mjs');
  const gone = path.join(folder, 'gone');
  // The loop prevents the child from noticing the disconnect until a heartbeat is due.
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
