import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Pooler {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that behaves like a transaction pooler: it forwards everything, but drops the notifications that another
 * connection has sent.
 */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
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
    client.pipe(database);
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
