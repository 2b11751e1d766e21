import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A spam checker that gives each message the same response. */
export interface SpamCheck extends AsyncDisposable {
  url: string;
  /** The response; null resets the connection. */
  response: string | null;
}

export async function startSpamCheck(response: string | null): Promise<SpamCheck> {
  const server = createServer((request, reply) => {
    request.resume();
    if (check.response === null) request.socket.destroy();
    else request.on('end', () => reply.end(check.response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const check: SpamCheck = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkv2`,
    response,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
  return check;
}
