import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Server } from '../server.ts';
import { limitRequestsInProgress } from './request-limit.ts';

const MAX = 2;
let app: Server;
let url: string;
let logged: { event?: string }[];
/** Functions that end the started requests for /slow, in order. */
let finish: (() => void)[];
/** Emits `begun` for each request that reached its handler. */
let handlers: EventTarget;

beforeEach(async () => {
  [logged, finish, handlers] = [[], [], new EventTarget()];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  app = Fastify({ loggerInstance: log, forceCloseConnections: true }) as unknown as Server;
  limitRequestsInProgress(app, { max: MAX, hsts: 'max-age=1' });
  const slow = () =>
    new Promise<{ done: true }>((done) => {
      finish.push(() => done({ done: true }));
      handlers.dispatchEvent(new Event('begun'));
    });
  app.get('/slow', slow);
  app.post('/slow', slow);
  app.get('/fails', async () => {
    throw new Error('on purpose');
  });
  // Larger than the buffers between server and client.
  app.get('/large', async () => Buffer.alloc(32_000_000));
  app.get('/healthz', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

async function begin(count: number, init?: RequestInit): Promise<Promise<Response>[]> {
  const requests: Promise<Response>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const begun = once(handlers, 'begun');
    requests.push(fetch(`${url}/slow`, init));
    await begun;
  }
  return requests;
}

it('immediately refuses the request above the limit, as JSON or as a page, and serves again when one has finished', async () => {
  const [first, ...others] = await begin(MAX);
  // The second refusal repeats the bytes of the first.
  for (let turn = 0; turn < 2; turn += 1) {
    const refused = await fetch(`${url}/slow`);
    expect(refused.status).toBe(503);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=1',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
  }
  const page = await fetch(`${url}/slow`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('try again in a few seconds')]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(logged.filter(({ event }) => event === 'http.overloaded')).toHaveLength(1);
  finish.shift()?.();
  expect((await first)?.status).toBe(200);
  others.push(...(await begin(1)));
  for (const end of finish) end();
  for (const other of others) expect((await other).status).toBe(200);
});

it('refuses a request with a body and closes its connection, without waiting for the body', async () => {
  const requests = await begin(MAX);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i);
  for (const end of finish) end();
  await Promise.all(requests);
});

it('does not count requests whose body is still arriving, that failed, or whose client disconnected', async () => {
  for (let turn = 0; turn < 2 * MAX; turn += 1) expect((await fetch(`${url}/fails`)).status).toBe(500);
  const sockets = Array.from({ length: 2 * MAX }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{');
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'ready')));
  const leaving = new AbortController();
  const left = await begin(MAX, { signal: leaving.signal });
  leaving.abort();
  await Promise.allSettled(left);
  await expect.poll(async () => (await fetch(`${url}/fails`)).status).toBe(500);
  const served = await begin(MAX);
  for (const end of finish) end();
  for (const one of served) expect((await one).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it('does not count responses that clients read slowly', async () => {
  const sockets = Array.from({ length: 2 * MAX }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) {
    socket.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    const [head] = await once(socket, 'data');
    socket.pause();
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect((await fetch(`${url}/fails`)).status).toBe(500);
  for (const socket of sockets) socket.destroy();
});
