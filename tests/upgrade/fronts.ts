import http from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';

/** The ports to which a front sends new traffic, and the failures there. */
abstract class Front {
  /** Failures that a client saw, as texts. */
  readonly failures: string[] = [];
  #targets: number[] = [];
  #next = 0;
  readonly #open = new Map<number, number>();

  /** Sends new traffic to these ports in turn. Open requests stay at their ports. */
  use(...ports: number[]): void {
    this.#targets = ports;
  }

  /** Waits until a port has no open request. Rejects after `within` milliseconds. */
  async drained(port: number, within = 60_000): Promise<void> {
    for (const deadline = Date.now() + within; (this.#open.get(port) ?? 0) > 0; await sleep(10)) {
      if (Date.now() > deadline) throw new Error(`${this.#open.get(port)} requests did not end`);
    }
  }

  take(): number {
    const port = this.#targets[this.#next++ % this.#targets.length] ?? 0;
    this.count(port, 1);
    return port;
  }

  count(port: number, change: number): void {
    this.#open.set(port, (this.#open.get(port) ?? 0) + change);
  }
}

/**
 * A reverse proxy without retries: each failure of a server becomes a failure of its client, which a proxy such as nginx
 * would hide for requests that can be repeated.
 */
export class HttpFront extends Front {
  port = 0;
  /** Every request that got a complete response, and how long that took. */
  readonly answers: { request: string; milliseconds: number }[] = [];
  readonly #server = http.createServer((request, response) => this.#forward(request, response));

  async listen(): Promise<void> {
    // Longer than any pause of a client, so that the front itself never closes a connection that is about to be used.
    this.#server.keepAliveTimeout = 600_000;
    await new Promise<void>((done) => this.#server.listen(0, HOST, done));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const port = this.take();
    const { method, url, headers } = request;
    const begun = performance.now();
    response.once('close', () => {
      this.count(port, -1);
      if (response.writableFinished)
        // Links contain a secret.
        this.answers.push({
          request: `${method} ${url?.replace(/^(\/link\/).*/, '$1')}`,
          milliseconds: performance.now() - begun,
        });
    });
    const upstream = http.request({ host: HOST, port, method, path: url, headers, agent: false });
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

/** Forwards SMTP connections from the address of the client, which limits and SPF use. */
export class SmtpFront extends Front {
  port = 0;
  /** Connections that were opened. */
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#forward(client));

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, HOST, done));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  #forward(client: Socket): void {
    const port = this.take();
    this.connections++;
    const server = connect({ host: HOST, port, localAddress: client.remoteAddress });
    let greeted = false;
    server.once('data', (greeting) => {
      greeted = true;
      if (!greeting.toString('latin1').startsWith('220'))
        this.failures.push(`greeting: ${greeting.toString('latin1').trim()}`);
    });
    server.once('error', (error) => {
      if (!greeted) this.failures.push(`connection: ${error.message}`);
    });
    server.once('close', () => {
      if (!greeted && !client.destroyed) this.failures.push('connection: closed without a greeting');
      this.count(port, -1);
      client.destroySoon();
    });
    client.on('error', () => {});
    client.once('close', () => {
      server.destroySoon();
      this.#sockets.delete(client);
    });
    this.#sockets.add(client);
    client.pipe(server);
    server.pipe(client);
  }
}
