import { createServer } from 'node:net';

const given = new Set<number>();

/** Returns a free loopback port, each time another one. Another process can take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('no free port on 127.0.0.1');
  // Processes that share a port do not notice that another service has it.
  if (given.has(address.port)) return freePort();
  given.add(address.port);
  return address.port;
}
