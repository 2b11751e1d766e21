import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { PgProxy } from '../faults/proxies/pg-proxy.ts';
import { type FrontProxy, type ProxyResponse, startCaddy, startNginx } from '../support/proxies/front-proxies.ts';
import { freePort } from '../support/server/free-port.ts';
import { type RunningProcess, startProcess } from '../support/server/server-process.ts';
import { useDatabase } from '../support/server/test-database.ts';

// nginx and Caddy with the files of ops/ in front of two http processes. The tests build on each other: the processes are lost one by one.

const HOST = 'handles.example.org';
const PAGE = `/${SAMPLE_PROFILE.handle}`;
const MAX_REQUESTS = 10;
/** Enough rounds for each proxy to request everything from each process several times. */
const ROUNDS = 8;
/** Milliseconds between two reads of a visitor. */
const PACE_MS = 20;

const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-proxies-'));
const ports: [number, number] = [await freePort(), await freePort()];
const processes: RunningProcess[] = [];
const proxies: FrontProxy[] = [];
const database = useDatabase();
let line: PgProxy;
let url: URL;

const startHttp = (port: number) =>
  startProcess({
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${HOST}`,
    SECRET_KEY: 'k'.repeat(32),
    PAYPAL_ENV: 'off',
    ADMIN_EMAILS: 'operator@company-mail.net',
    TRUST_PROXY: '127.0.0.1',
    ROLES: 'http',
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    PORT: String(port),
    METRICS_LISTEN: 'off',
    HTTP_MAX_REQUESTS: String(MAX_REQUESTS),
  });

beforeAll(async () => {
  url = new URL(database.url);
  line = new PgProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${await line.listen()}`;
  processes.push(...(await Promise.all(ports.map(startHttp))));
  proxies.push(...(await Promise.all([startNginx(HOST, ports), startCaddy(HOST, ports)])));
  await remember();
}, 600_000);
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  await Promise.all(processes.map((one) => one.end('SIGKILL')));
  await line?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes each process cache the page, with the head of the response in its fast path. */
async function remember(): Promise<void> {
  for (const proxy of proxies) for (let read = 0; read < ROUNDS; read++) await proxy.ask(PAGE);
}

let visitors = 0;
const post = (proxy: FrontProxy) =>
  proxy.ask('/api/send-login-magic-link', {
    method: 'POST',
    headers: { origin: `https://${HOST}`, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ email: `visitor-${visitors++}@inbox-mail.net` }),
  });

/** A visitor's response: the status, and for a 5xx the origin of its text and whether it has Retry-After. */
function seen({ status, headers, body }: ProxyResponse): string {
  if (status < 500) return String(status);
  const code = /^\{"code":"(\w+)"/.exec(body)?.[1];
  const [, message] = /<p>(.*?)<\/p>/.exec(body) ?? [];
  return `${status} ${code ?? message ?? body.slice(0, 80)}${headers['retry-after'] ? ', Retry-After' : ''}`;
}

const AWAY = '503 We cannot reach our database at the moment. Please try again in a minute., Retry-After';
const BUSY =
  '503 We have more visitors than we can serve at the moment. Please try again in a few seconds., Retry-After';
const NOTHING = '503 This site cannot be reached at the moment. Please try again in a minute., Retry-After';

/** Returns what each proxy passes on in each round: an uncached page, a write, and a cached page. */
async function visit(): Promise<Record<string, readonly string[]>> {
  const rounds = proxies.map(async (proxy) => {
    const found = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const cold = await proxy.ask(`/nobody-read-this-${visitors++}`);
      const written = await post(proxy);
      const page = await proxy.ask(PAGE);
      found.add([cold, written, page].map(seen).join(' | '));
    }
    return [proxy.name, [...found]] as const;
  });
  return Object.fromEntries(await Promise.all(rounds));
}

const both = (...rounds: string[]) => ({ nginx: rounds, Caddy: rounds });
const WELL = both('404 | 200 | 200');

/** Reads the page through both proxies continuously while `act` runs, and returns the responses. */
async function readDuring(act: () => Promise<unknown>): Promise<Record<string, readonly string[]>> {
  let isOver = false;
  const readers = proxies.map(async (proxy) => {
    const found = new Set<string>();
    const read = async () => {
      for (; !isOver; await sleep(PACE_MS)) found.add(seen(await proxy.ask(PAGE)));
    };
    await Promise.all([read(), read()]);
    return [proxy.name, [...found]] as const;
  });
  await act().finally(() => {
    isOver = true;
  });
  return Object.fromEntries(await Promise.all(readers));
}

it('passes on cached pages, and our responses to everything else, while the database is unavailable', async () => {
  expect(await visit()).toEqual(WELL);
  line.refusing = true;
  line.cutAll();
  expect(await visit()).toEqual(both(`${AWAY} | 503 unavailable, Retry-After | 200`));
  line.clearFaults();
  // By then the processes have dropped their cached pages.
  for (const one of processes) await expect.poll(one.output).toContain('database.notifications_back');
  expect(await visit()).toEqual(WELL);
});

it('passes on cached pages, and our responses to everything else, while too many requests are in progress', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin; lock table handles in access exclusive mode');
    const waiting = await Promise.all(ports.map(fill));
    expect(await visit()).toEqual(both(`${BUSY} | 503 overloaded, Retry-After | 200`));
    await client.query('rollback');
    await Promise.all(waiting.flat());
  } finally {
    await client.end();
  }
  expect(await visit()).toEqual(WELL);
});

const healthOf = (port: number) => fetch(`http://127.0.0.1:${port}/healthz`).then(() => 0);

/** Sends one process requests that wait for the database until it refuses one. Returns the waiting requests. */
async function fill(port: number): Promise<Promise<unknown>[]> {
  const waiting: Promise<unknown>[] = [];
  for (let isFull = false; !isFull; ) {
    // Each comes from another network, because one network gets only a share.
    const localAddress = `127.200.${visitors++ % 256}.1`;
    const options = { host: '127.0.0.1', localAddress, port, agent: false } as const;
    const sent = get({ ...options, path: `/waits-${visitors}`, headers: { host: HOST } });
    const ended = once(sent, 'response').then(([response]) => response.resume().statusCode as number);
    waiting.push(ended);
    const first = await Promise.race([ended, once(sent, 'finish').then(() => healthOf(port))]);
    isFull = first === 503;
  }
  return waiting;
}

/** Stops a process while visitors read and write through both proxies. Returns what the writers saw. */
async function writeDuring(act: () => Promise<unknown>): Promise<Set<string>> {
  const writes = new Set<string>();
  let isOver = false;
  const writing = (async () => {
    for (; !isOver; await sleep(PACE_MS))
      for (const write of await Promise.all(proxies.map(post))) writes.add(seen(write));
  })();
  await act().finally(() => {
    isOver = true;
  });
  await writing;
  return writes;
}

it('loses no read and no write when a process stops', async () => {
  const writes = new Set<string>();
  const reads = await readDuring(async () => {
    for (const write of await writeDuring(async () => processes[0]?.end('SIGTERM'))) writes.add(write);
  });
  expect(reads).toEqual(both('200'));
  expect([...writes]).toEqual(['200']);
  expect(await visit()).toEqual(WELL);
});

it('shows our error page while no process serves, and uses a process as soon as it serves again', async () => {
  await Promise.all(processes.map((one) => one.end('SIGKILL')));
  for (const proxy of proxies) {
    const headers = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT', 'if-none-match': '*', range: 'bytes=0-9' };
    const requests = [{}, { method: 'HEAD' }, { headers }, { method: 'POST', body: '{}' }];
    const responses = await Promise.all(requests.map((options) => proxy.ask(PAGE, options)));
    const [, head, ...whole] = responses;
    expect([head?.status, head?.body], proxy.name).toEqual([503, '']);
    for (const response of [...whole, responses[0]]) expect(response && seen(response), proxy.name).toBe(NOTHING);
    for (const response of responses) {
      expect(response.headers, proxy.name).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(response.headers).not.toHaveProperty('last-modified');
      expect(response.headers).not.toHaveProperty('etag');
    }
    // The error page has no address at which it could be mistaken for a page of the site.
    expect((await proxy.ask('/-/unavailable.html')).status).not.toBe(200);
  }
  const other = createServer((_request, response) => response.end('back')).listen(ports[1], '127.0.0.1');
  await once(other, 'listening');
  for (const proxy of proxies) for (let read = 0; read < 4; read++) expect((await proxy.ask(PAGE)).body).toBe('back');
  other.closeAllConnections();
  await new Promise((done) => other.close(done));
});

it('repeats a read without a response on the other process, but never a write', async () => {
  const asked: string[] = [];
  const servers = ports.map((port) =>
    createServer((request, response) => {
      if (request.url === '/healthz') {
        response.end();
        return;
      }
      asked.push(`${request.method} ${port}`);
      request.resume().once('end', () => request.socket.destroy());
    }).listen(port, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  for (const proxy of proxies) {
    asked.length = 0;
    const read = await proxy.ask('/someone');
    expect(seen(read)).toBe(NOTHING);
    expect(new Set(asked)).toEqual(new Set(ports.map((port) => `GET ${port}`)));
    for (const [method, body] of [
      ['POST', '{}'],
      ['PATCH', '{}'],
      ['PUT', 'x'.repeat(100_000)],
    ] as const) {
      asked.length = 0;
      expect(seen(await proxy.ask('/api/anything', { method, body }))).toBe(NOTHING);
      expect(asked, `${proxy.name} ${method}`).toHaveLength(1);
    }
  }
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

it('loses no read while processes are killed, restarted in turn and together, and the database is unavailable for 15 seconds', {
  tags: ['long'],
}, async () => {
  const [nginx, caddy] = proxies as [FrontProxy, FrontProxy];
  const start = async (at: 0 | 1) => {
    processes[at] = await startHttp(ports[at]);
    await remember();
  };
  await Promise.all([start(0), start(1)]);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const at of [0, 1] as const) {
      const reads = await readDuring(async () => {
        const before = caddy.log().length;
        await processes[at]?.end(signal);
        // Until Caddy notices, a write that it sends to a dead process gets our error page.
        await expect.poll(() => caddy.log().slice(before)).toContain(`"host":"127.0.0.1:${ports[at]}"`);
        expect([...(await writeDuring(() => start(at)))]).toEqual(['200']);
      });
      expect(reads, `${signal} ${at}`).toEqual(both('200'));
    }
  }

  // Both together: requests during the restart may fail, and every read succeeds as soon as one process serves.
  await Promise.all(processes.map((one) => one.end('SIGTERM')));
  expect(seen(await nginx.ask(PAGE))).toBe(NOTHING);
  await Promise.all([start(0), start(1)]);
  expect(await visit()).toEqual(WELL);

  line.refusing = true;
  line.cutAll();
  expect(await readDuring(() => sleep(15_000))).toEqual(both('200'));
  line.clearFaults();
  for (const one of processes) await expect.poll(one.output).toContain('database.notifications_back');
  expect(await visit()).toEqual(WELL);
});
