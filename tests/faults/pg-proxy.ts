import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Point, Statements } from './pg-messages.ts';

/** A pause at the next statement of a kind. */
export interface Trap {
  point: Point;
  /** Before: the database does not get the statement until it is released. After: its response is held. */
  when: 'before' | 'after';
  /** Called once; the connection is paused until `release` or `cut`. */
  onReached(line: { release(): void; cut(): void }): void;
}

/** A proxy to PostgreSQL that can be cut, frozen, or paused when a message is stored or marked as sent. */
export class PgProxy {
  private target: { host: string; port: number };
  private server: Server | null = null;
  private readonly pairs = new Set<{ client: Socket; database: Socket; frozen: boolean }>();
  private trap: Trap | null = null;
  /** Rejects new connections. */
  refusing = false;

  constructor(target: { host: string; port: number }) {
    this.target = target;
  }

  async listen(): Promise<number> {
    this.server = createServer({ noDelay: true }, (client) => this.carry(client));
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Applies to the next connection that reaches that statement. */
  arm(trap: Trap): void {
    this.trap = trap;
  }

  disarm(): void {
    this.trap = null;
  }

  /** Sends new connections to another port of the same host. */
  lead(port: number): void {
    this.target = { ...this.target, port };
  }

  cutAll(): void {
    for (const { client, database } of this.pairs) {
      client.destroy();
      database.destroy();
    }
  }

  /** Stops all bytes on the open connections, without closing them. */
  freezeAll(): void {
    for (const pair of this.pairs) pair.frozen = true;
  }

  heal(): void {
    this.trap = null;
    this.refusing = false;
  }

  get connections(): number {
    return this.pairs.size;
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(null)));
  }

  private carry(client: Socket): void {
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    const database = connect({ ...this.target, noDelay: true });
    const pair = { client, database, frozen: false };
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', () => {}).on('close', end);
    const statements = new Statements();
    let waiting: Buffer[] | null = null;
    let replies: Buffer[] | null = null;

    client.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      for (const { bytes, point } of statements.said(chunk)) {
        const { trap } = this;
        if (waiting) {
          waiting.push(bytes);
          continue;
        }
        if (!trap || point !== trap.point) {
          database.write(bytes);
          continue;
        }
        this.trap = null;
        if (trap.when === 'before') {
          waiting = [bytes];
          trap.onReached({ release, cut: end });
        } else {
          replies = [];
          springAfter = () => trap.onReached({ release, cut: end });
          database.write(bytes);
        }
      }
    });
    let springAfter: (() => void) | null = null;
    database.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      statements.heard(chunk);
      if (!replies) {
        client.write(chunk);
        return;
      }
      replies.push(chunk);
      springAfter?.();
      springAfter = null;
    });

    function release(): void {
      for (const bytes of waiting ?? []) database.write(bytes);
      waiting = null;
      for (const bytes of replies ?? []) client.write(bytes);
      replies = null;
    }
  }
}
