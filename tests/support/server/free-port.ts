import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral ports of every system, so no outgoing connection and no listener on port 0 gets a port of this range. */
const FIRST = 20_000;
const BLOCK_PORTS = 20;
const BLOCKS = 600;

/**
 * Yields free loopback ports that no other process gets from here, by blocks that begin with this one. A process owns a
 * block as long as it listens on its first port, so a process that dies returns its ports. Otherwise two processes
 * could get the same port before one of them listens on it, and servers with SO_REUSEPORT would then share it.
 */
export async function* takePorts(block: number): AsyncGenerator<number> {
  for (let turn = 0; turn < BLOCKS; turn++) {
    const lock = FIRST + ((block + turn) % BLOCKS) * BLOCK_PORTS;
    const owned = await listen(lock);
    owned?.unref();
    for (let port = lock + 1; owned && port < lock + BLOCK_PORTS; port++) {
      // A server that outlived its test may still listen.
      const probe = await listen(port);
      if (!probe) continue;
      await new Promise((done) => probe.close(done));
      yield port;
    }
  }
}

const ports = takePorts(randomInt(BLOCKS));

/** Returns a different free loopback port each time, and never one that a parallel process of the tests gets. */
export async function freePort(): Promise<number> {
  const { value, done } = await ports.next();
  if (done) throw new Error('no free port on 127.0.0.1');
  return value;
}

/** Returns null if the port is taken. */
function listen(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((done) => server.once('error', () => done(null)).listen(port, '127.0.0.1', () => done(server)));
}
