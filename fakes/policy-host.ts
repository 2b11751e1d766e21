import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

export interface PolicyHost {
  port: number;
  /** Host header of each request received. */
  requests: string[];
  /** Handles every request; tests can replace it. */
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts an HTTPS server on a free loopback port as the MTA-STS policy host of every domain (RFC 8461 3.3). */
export async function startPolicyHost(certificate: Certificate): Promise<PolicyHost> {
  const server = createServer(certificate, (request, response) => {
    host.requests.push(request.headers.host ?? '');
    host.serve(request, response);
  });
  const host: PolicyHost = {
    port: 0,
    requests: [],
    serve: (_request, response) => void response.writeHead(404).end(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host.port = (server.address() as AddressInfo).port;
  return host;
}

/** Returns a handler that serves `text` as the policy. */
export function asText(text: string): PolicyHost['serve'] {
  return (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
}
