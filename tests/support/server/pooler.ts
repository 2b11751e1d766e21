import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Pooler {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that behaves like a transaction pooler: it forwards everything, but drops the notifications that another
 * connection has sent. With `isStrict` it rejects settings at the start of a connection, as PgBouncer does by default.
 */
export async function startPooler(databaseUrl: string, { isStrict = false } = {}): Promise<Pooler> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        database.destroy();
        sockets.delete(socket);
      });
    }
    client.once('data', (startup: Buffer) => {
      if (isStrict && startup.includes('statement_timeout')) return client.end(rejection('statement_timeout'));
      database.write(startup);
      return client.pipe(database);
    });
    database.on('data', withoutNotificationsOfOthers(client));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** PgBouncer's ErrorResponse (protocol 3.0) to a setting. */
function rejection(setting: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Forwards what PostgreSQL sends (protocol 3.0), except notifications of other connections. */
function withoutNotificationsOfOthers(to: Socket): (bytes: Buffer) => void {
  let held = Buffer.alloc(0);
  let own: number | undefined;
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    while (held.length >= 5 && held.length > held.readUInt32BE(1)) {
      const message = held.subarray(0, held.readUInt32BE(1) + 1);
      held = held.subarray(message.length);
      const type = String.fromCharCode(message[0] ?? 0);
      if (type === 'K') own = message.readInt32BE(5); // BackendKeyData: the process of this connection
      if (type !== 'A' || message.readInt32BE(5) === own) to.write(message);
    }
  };
}
