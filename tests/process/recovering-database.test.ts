import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startApp } from '../support/server/app-process.ts';
import { freePort } from '../support/server/free-port.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

/** PostgreSQL's response to every connection during recovery: ErrorResponse, cannot_connect_now. */
function recovering(): Buffer {
  const body = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

it('waits for a database that is still recovering', async () => {
  const database = await createTestDatabase();
  const real = new URL(database.url);
  let asked = 0;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    if (++asked <= 2) {
      socket.once('data', () => socket.end(recovering()));
      return;
    }
    const behind = connect(Number(real.port), real.hostname);
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((done) => door.listen(port, '127.0.0.1', done));
  const url = new URL(database.url);
  url.host = `127.0.0.1:${port}`;
  const app = await startApp({ env: { DATABASE_URL: url.href } });
  try {
    expect(asked).toBeGreaterThan(2);
    expect(app.output()).toContain('the database is not ready yet');
  } finally {
    await app.stop();
    door.close();
    await database.drop();
  }
});
