import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectSystemd } from './systemd.ts';

let folder: string;
let warnings: string[];
let intervals: { answer: () => void; period: number | undefined }[];
const log = { warn: (fields: object) => warnings.push((fields as { event: string }).event) };
beforeEach(() => {
  intervals = [];
  const interval = { unref() {} } as NodeJS.Timeout;
  vi.spyOn(globalThis, 'setInterval').mockImplementation((answer: () => void, period?: number) => {
    intervals.push({ answer, period });
    return interval;
  });
  warnings = [];
  folder = mkdtempSync(path.join(tmpdir(), 'nameplate-systemd-'));
  writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1 $NOTIFY_SOCKET" >>${folder}/told\n`, {
    mode: 0o755,
  });
  writeFileSync(path.join(folder, 'told'), '');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const told = () => readFileSync(path.join(folder, 'told'), 'utf8');

it('notifies systemd that the process is ready and, while the event loop runs, that it is alive', async () => {
  const env = { PATH: `${folder}:/bin`, NOTIFY_SOCKET: '/run/socket', WATCHDOG_USEC: '30000000' };
  const systemd = connectSystemd({ ...env, WATCHDOG_PID: String(process.pid) }, log);
  expect(told()).toBe('');
  systemd.ready();
  await expect.poll(told).toMatch(/READY=1 \/run\/socket\n/);
  expect(intervals.map(({ period }) => period)).toEqual([10_000]);
  intervals[0]?.answer();
  await expect.poll(told).toBe('READY=1 /run/socket\nWATCHDOG=1 /run/socket\n');
  systemd.stopping();
  await expect.poll(told).toMatch(/STOPPING=1/);
  expect(warnings).toEqual([]);
});

it('does not notify for another process, and runs nothing without a socket', async () => {
  const env = { PATH: `${folder}:/bin`, WATCHDOG_USEC: '30000000' };
  connectSystemd({ PATH: env.PATH }, log).ready();
  const other = connectSystemd({ ...env, NOTIFY_SOCKET: '/run/socket', WATCHDOG_PID: '1' }, log);
  other.ready();
  expect(intervals).toEqual([]);
  await expect.poll(told).toBe('READY=1 /run/socket\n');
  other.stopping();
  await expect.poll(told).toBe('READY=1 /run/socket\nSTOPPING=1 /run/socket\n');
});

it('logs once that the program is missing', async () => {
  const systemd = connectSystemd({ PATH: '/nowhere', NOTIFY_SOCKET: '/run/socket' }, log);
  systemd.ready();
  await expect.poll(() => warnings).toEqual(['systemd.notify_failed']);
  systemd.stopping();
});
