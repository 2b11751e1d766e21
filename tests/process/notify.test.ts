import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../server/plumbing/log.ts';
import { listen } from '../../server/plumbing/notify.ts';
import { freshDatabase } from '../setup/database.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** What a server says, without its notifications (messages of type A). */
function withoutNews(to: Socket): (bytes: Buffer) => void {
  let held = Buffer.alloc(0);
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    while (held.length >= 5 && held.length > held.readUInt32BE(1)) {
      const length = held.readUInt32BE(1) + 1;
      if (held[0] !== 65) to.write(held.subarray(0, length));
      held = held.subarray(length);
    }
  };
}

/** Stands before the database as some poolers do: all is answered, and no news come through. */
async function deafLine(): Promise<{ url: string; close(): void }> {
  const url = new URL(database.url);
  const { hostname, port } = url;
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const there = connect(Number(port || 5432), hostname);
    sockets.push(client, there);
    for (const socket of [client, there]) socket.on('error', () => {});
    client.pipe(there);
    there.on('data', withoutNews(client));
    there.on('close', () => client.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: url.href, close };
}

test('what is said is heard', async () => {
  const heard: string[] = [];
  const ready = Promise.withResolvers<void>();
  const onGap = (listening: boolean) => listening && ready.resolve();
  const listening = listen(database.url, { news: (text) => heard.push(text) }, onGap, createLog('silent', true));
  await ready.promise;
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`notify news, 'hello'`);
  await client.end();
  await expect.poll(() => heard).toEqual(['hello']);
  await listening.stop();
});

test('a line that lives and brings no news is never said to listen', async () => {
  const line = await deafLine();
  const gaps: boolean[] = [];
  const onGap = (listening: boolean) => void gaps.push(listening);
  const listening = listen(line.url, { news: () => {} }, onGap, createLog('silent', true), { answerWithin: 300 });
  await expect.poll(() => gaps.length, { timeout: 5000 }).toBeGreaterThan(0);
  await listening.stop();
  line.close();
  expect(gaps).not.toContain(true);
});
