import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Point, Statements } from './pg-messages.ts';

/** A pause at the next statement of a kind. */
export interface Breakpoint {
  point: Point;
  /** Before: the database does not get the statement until it is released. After: its response is held. */
  when: 'before' | 'after';
  /** Called once; the connection is paused until `release` or `cut`. */
  onReached(line: { release(): void; cut(): void }): void;
}

/** A proxy to PostgreSQL that can be cut, frozen, or paused when a message is stored or marked as sent. */
export class PgProxy {
  #target: { host: string; port: number };
  #server: Server | null = null;
  readonly #pairs = new Set<{ client: Socket; database: Socket; frozen: boolean }>();
  #breakpoint: Breakpoint | null = null;
  /** Rejects new connections. */
  refusing = false;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async listen(): Promise<number> {
    this.#server = createServer({ noDelay: true }, (client) => this.#forward(client));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Applies to the next connection that reaches that statement. */
  arm(breakpoint: Breakpoint): void {
    this.#breakpoint = breakpoint;
  }

  disarm(): void {
    this.#breakpoint = null;
  }

  /** Sends new connections to another port of the same host. */
  redirectTo(port: number): void {
    this.#target = { ...this.#target, port };
  }

  cutAll(): void {
    for (const { client, database } of this.#pairs) {
      client.destroy();
      database.destroy();
    }
  }

  /** Stops all bytes on the open connections, without closing them. */
  freezeConnections(): void {
    for (const pair of this.#pairs) pair.frozen = true;
  }

  clearFaults(): void {
    this.#breakpoint = null;
    this.refusing = false;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(null)));
  }

  #forward(client: Socket): void {
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    const database = connect({ ...this.#target, noDelay: true });
    const pair = { client, database, frozen: false };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', () => {}).on('close', end);
    const statements = new Statements();
    let waiting: Buffer[] | null = null;
    let replies: Buffer[] | null = null;

    client.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      for (const { bytes, point } of statements.onClientData(chunk)) {
        const breakpoint = this.#breakpoint;
        if (waiting) {
          waiting.push(bytes);
          continue;
        }
        if (!breakpoint || point !== breakpoint.point) {
          database.write(bytes);
          continue;
        }
        this.#breakpoint = null;
        if (breakpoint.when === 'before') {
          waiting = [bytes];
          breakpoint.onReached({ release, cut: end });
        } else {
          replies = [];
          onReply = () => breakpoint.onReached({ release, cut: end });
          database.write(bytes);
        }
      }
    });
    let onReply: (() => void) | null = null;
    database.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      statements.onServerData(chunk);
      if (!replies) {
        client.write(chunk);
        return;
      }
      replies.push(chunk);
      onReply?.();
      onReply = null;
    });

    function release(): void {
      for (const bytes of waiting ?? []) database.write(bytes);
      waiting = null;
      for (const bytes of replies ?? []) client.write(bytes);
      replies = null;
    }
  }
}
