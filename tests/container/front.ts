import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * Lets the clients of other tests, which speak plain HTTP, visit Caddy over TLS. Caddy's certificate is verified for the name of
 * the site. It retries nothing.
 */
export class TlsFront {
  port = 0;
  /** Requests that got no response, as texts. */
  readonly failures: string[] = [];
  readonly #servername: string;
  readonly #agent: https.Agent;
  readonly #server = http.createServer((request, response) => this.#forward(request, response));

  constructor(servername: string, port: number, ca: string) {
    this.#servername = servername;
    this.#agent = new https.Agent({ host: '127.0.0.1', port, ca, servername, keepAlive: true });
  }

  async listen(): Promise<void> {
    // Longer than any pause of a client.
    this.#server.keepAliveTimeout = 600_000;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url, headers } = request;
    const { host: _host, ...own } = headers;
    const upstream = https.request({
      agent: this.#agent,
      method,
      path: url,
      headers: { ...own, host: this.#servername },
    });
    upstream.once('response', (reply) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, rest);
      reply.pipe(response);
      reply.once('error', () => response.destroy());
    });
    upstream.once('error', (error) => {
      this.failures.push(`${method} ${url}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(upstream);
  }
}
