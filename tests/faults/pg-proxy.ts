import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Point, Statements } from './pg-messages.ts';

/** What to do when a connection comes to a point. */
export interface Trap {
  point: Point;
  /** Before: the database never sees the message unless it is released. After: its answer is kept back. */
  when: 'before' | 'after';
  /** Called once; the connection stands still until `release`, or until `cut`. */
  onReached(line: { release(): void; cut(): void }): void;
}

/** A line to PostgreSQL that can be cut, frozen, or stopped where a message is stored or marked as sent. */
export class PgProxy {
  private target: { host: string; port: number };
  private server: Server | null = null;
  private readonly pairs = new Set<{ client: Socket; database: Socket; frozen: boolean }>();
  private trap: Trap | null = null;
  /** New connections find nobody. */
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

  /** Springs at the next time a connection comes to that point. */
  arm(trap: Trap): void {
    this.trap = trap;
  }

  disarm(): void {
    this.trap = null;
  }

  /** New connections lead to another port of the same host. */
  lead(port: number): void {
    this.target = { ...this.target, port };
  }

  cutAll(): void {
    for (const { client, database } of this.pairs) {
      client.destroy();
      database.destroy();
    }
  }

  /** From now on nothing passes over the connections that are open, and nobody is told. */
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
    let answers: Buffer[] | null = null;

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
          answers = [];
          springAfter = () => trap.onReached({ release, cut: end });
          database.write(bytes);
        }
      }
    });
    let springAfter: (() => void) | null = null;
    database.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      statements.heard(chunk);
      if (!answers) {
        client.write(chunk);
        return;
      }
      answers.push(chunk);
      springAfter?.();
      springAfter = null;
    });

    function release(): void {
      for (const bytes of waiting ?? []) database.write(bytes);
      waiting = null;
      for (const bytes of answers ?? []) client.write(bytes);
      answers = null;
    }
  }
}
