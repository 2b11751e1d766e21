import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

export interface PolicyHost {
  port: number;
  /** Host headers of the questions that came. */
  asked: string[];
  /** What is answered to any of them. */
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** An https server on a free loopback port that plays the policy hosts of MTA-STS. */
export async function startPolicyHost(certificate: Certificate): Promise<PolicyHost> {
  const server = createServer(certificate, (request, response) => {
    host.asked.push(request.headers.host ?? '');
    host.serve(request, response);
  });
  const host: PolicyHost = {
    port: 0,
    asked: [],
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

/** Answers with a text as a policy is served. */
export function asText(text: string): PolicyHost['serve'] {
  return (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
}
