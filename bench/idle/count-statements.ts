import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Values in statements, which are replaced: statements that differ only in values are counted together. */
const VALUES = /'[^']*'|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d+\b/g;
const SHOWN = 70;

export interface StatementCounter {
  /** Address of the database behind the counter. */
  url: string;
  /** Returns the number of times that each statement was executed since the last call. */
  take(): Map<string, number>;
  close(): void;
}

/** Starts a proxy to PostgreSQL that counts simple queries and executions of prepared statements. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const { hostname, port } = new URL(databaseUrl);
  let counts = new Map<string, number>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    let held = Buffer.alloc(0);
    let isStarted = false;
    let parsed = '';
    client.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      // Protocol 3.0: the first message has no type.
      for (let start = isStarted ? 1 : 0; held.length >= start + 4; start = 1) {
        const length = start + held.readUInt32BE(start);
        if (held.length < length) break;
        const message = held.subarray(0, length);
        held = held.subarray(length);
        const type = isStarted ? String.fromCharCode(message[0] ?? 0) : '';
        isStarted = true;
        if (type === 'P') parsed = message.toString('utf8', 5).split('\0')[1] ?? '';
        if (type === 'Q') parsed = message.toString('utf8', 5, message.length - 1);
        if (type !== 'Q' && type !== 'E') continue;
        const name = parsed.replace(/\s+/g, ' ').trim().replace(VALUES, '?').slice(0, SHOWN);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    });
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('error', () => {}).on('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    close: () => void server.close(),
  };
}
