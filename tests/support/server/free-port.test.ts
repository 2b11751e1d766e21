import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';

/** A block that no other test begins with, except by chance. */
const BLOCK = 321;
const COUNT = 50;
const SOURCE = `
  import { takePorts } from ${JSON.stringify(new URL('./free-port.ts', import.meta.url).href)};
  const ports = takePorts(${BLOCK});
  const taken = [];
  while (taken.length < ${COUNT}) taken.push((await ports.next()).value);
  process.send(taken);
  process.on('disconnect', () => process.exit());`;

const children: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map(end));
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Takes ports in another process, which keeps them until it ends. */
async function takeInProcess(): Promise<{ child: ChildProcess; ports: number[] }> {
  const args = ['--input-type=module', '-e', SOURCE];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  const [ports] = (await once(child, 'message')) as [number[]];
  return { child, ports };
}

it('gives each port to one of several processes that take ports of the same blocks at the same time', async () => {
  const taken = (await Promise.all([1, 2, 3].map(takeInProcess))).flatMap(({ ports }) => ports);
  expect(new Set(taken).size).toBe(3 * COUNT);
  expect(Math.min(...taken)).toBeGreaterThan(1023);
  // The lowest ephemeral port of Linux, below those of the other systems.
  expect(Math.max(...taken)).toBeLessThan(32_768);
});

it('gives the ports of a killed process to the next one', async () => {
  const { child, ports } = await takeInProcess();
  expect((await takeInProcess()).ports).not.toContain(ports[0]);
  await end(child);
  expect((await takeInProcess()).ports).toContain(ports[0]);
});

it('gives no port on which a server listens, even if the server allows others to share it', async () => {
  const { child, ports } = await takeInProcess();
  await end(child);
  const server = createServer();
  server.listen({ port: ports[0], host: '127.0.0.1', reusePort: process.platform === 'linux' });
  await once(server, 'listening');
  const { ports: next } = await takeInProcess();
  server.close();
  await once(server, 'close');
  expect(next).not.toContain(ports[0]);
  expect(next).toContain(ports[1]);
});
