import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP link between two servers that can be paused. Data sent during a pause is lost when the link is cut. */
export class Link {
  readonly #pairs = new Set<{ client: Socket; server: Socket }>();
  readonly #listener = createServer((client) => this.#forward(client));
  readonly #target: number;

  /** Forwards to a port of this machine. */
  constructor(target: number) {
    this.#target = target;
  }

  async listen(): Promise<number> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Drops all further data of the open connections, without closing them. */
  hold(): void {
    for (const { client, server } of this.#pairs) {
      client.unpipe().resume();
      server.unpipe().resume();
    }
  }

  cut(): void {
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#listener.close(done));
  }

  #forward(client: Socket): void {
    const server = connect({ host: '127.0.0.1', port: this.#target, noDelay: true });
    const pair = { client, server };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', end);
    client.pipe(server);
    server.pipe(client);
  }
}
