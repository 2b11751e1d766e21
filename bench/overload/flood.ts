import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../../tests/support/server/app-process.ts';
import { processTree } from '../mail/process-tree.ts';
import { percentile, type Section } from '../print-tables.ts';
import { onSeparateCores, releaseCores } from './cores.ts';

/** The flooding network, and the networks of the other visitors, one per request (RFC 5737). */
const FLOODING = '203.0.113.1';
const otherNetwork = (number: number) => `198.51.100.${number % 250}`;
/** Milliseconds between two requests of other visitors. */
const PAUSE_MS = 100;
const TIMEOUT_MS = 30_000;
const SAMPLE = 'digital-universe';

interface FloodRequest {
  path: string;
  method?: string;
  body?: string;
}

/** The requests of the flooding network: names that no one has, and the most expensive routes in docs/security.md. */
const FLOODS: Record<string, (number: number) => FloodRequest> = {
  'missing page': (number) => ({ path: `/nobody-has-${number}` }),
  'missing page by HEAD': (number) => ({ path: `/nobody-had-${number}`, method: 'HEAD' }),
  'no handle': (number) => ({ path: `/-${number}%20${'x'.repeat(60)}` }),
  'missing form': (number) => ({ path: `/nobody-has-${number}/contact` }),
  'missing QR code': (number) => ({ path: `/nobody-has-${number}/qr.png` }),
  'missing click': (number) => ({ path: `/${number.toString(36).slice(-4)}/ping/links-1`, method: 'POST' }),
  'missing picture': (number) => ({ path: `/media/avatar-${number.toString(16).padStart(16, '0')}-128.webp` }),
  'missing file': (number) => ({ path: `/assets/nothing-${number}.js` }),
  'unknown path': (number) => ({ path: `/wp/${number}/login.php` }),
  'unknown call': (number) => ({ path: `/api/nothing/${number}` }),
  'unknown screen': (number) => ({ path: `/app/nothing-${number}` }),
  'malformed path': (number) => ({ path: `/%zz${number}` }),
  'page in memory': () => ({ path: `/${SAMPLE}` }),
  'page by another spelling': () => ({ path: '/Digital-Universe' }),
  'landing page': () => ({ path: '/' }),
  'QR code': () => ({ path: `/${SAMPLE}/qr.png` }),
  'API description': () => ({ path: '/api/openapi.json' }),
  'API documentation': () => ({ path: '/api/docs' }),
  'report form': () => ({ path: `/${SAMPLE}/report` }),
  'status page': () => ({ path: '/status' }),
  'large JSON body': () => ({ path: '/api/passkeys/sign-in', method: 'POST', body: '['.repeat(240_000) }),
  'sign-in email': (number) => ({
    path: '/api/send-login-magic-link',
    method: 'POST',
    body: JSON.stringify({ email: `stranger-${number}@inbox.example` }),
  }),
  'check of a handle': (number) => ({ path: `/api/check-handle/flood-${number}` }),
};

/** Names of the floods, for `--kinds`. */
export const FLOOD_KINDS = Object.keys(FLOODS);

/** The requests of visitors on other networks during the flood. */
const VISITS = ['/', '/api/packages', '/api/check-handle/somebody-else', `/${SAMPLE}`];

/**
 * Measures floods by one network, which requests missing names and expensive routes over many connections while others
 * visit the site. The app runs behind a trusted proxy with production limits.
 */
export async function measureFloods(seconds: number, connections: number, kinds: string[]): Promise<Section> {
  const env = { TRUST_PROXY: '127.0.0.1,::1', RATE_LIMITS: 'on', LOG_LEVEL: 'error' };
  const { server: app, note } = await onSeparateCores(() => startApp({ env }));
  try {
    // Warms compiled code, database connections and cached documents.
    await visit(app, 3);
    const rows = [row('none', { statuses: new Map(), cpu: 0 }, await visit(app, seconds), seconds)];
    for (const kind of kinds) {
      const flood = FLOODS[kind];
      if (!flood) throw new Error(`--kinds requires some of: ${FLOOD_KINDS.join(', ')}`);
      const before = cpuOf(app);
      const stop = new AbortController();
      const flooding = floodWith(app, flood, connections, stop.signal);
      const visits = await visit(app, seconds);
      stop.abort();
      const statuses = await flooding;
      rows.push(row(kind, { statuses, cpu: cpuOf(app) - before }, visits, seconds));
      await sleep(1000);
    }
    return {
      title: `Floods of one network over ${connections} connections, and what others get`,
      rows,
      notes: [
        `Others: a request every ${PAUSE_MS} ms, each from a different network, for ${VISITS.join(', ')} in turn`,
        'CPU: of the server and its database, for each request of the flood',
        'Each flood begins within the limits, but limits of a minute may still apply from the previous flood',
        ...(note ? [note] : []),
      ],
    };
  } finally {
    releaseCores();
    await app.stop();
  }
}

const cpuOf = ({ pid }: App) => processTree(pid).reduce((sum, { cpu }) => sum + cpu, 0);

/** Keeps one request in progress on each connection. Returns the number of responses by status. */
async function floodWith(
  app: App,
  flood: (number: number) => FloodRequest,
  connections: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<string, number>();
  // Uses different names from earlier floods, because nothing may be cached.
  let number = Math.floor(Math.random() * 1e9);
  const client = async () => {
    while (!signal.aborted) {
      const { status } = await exchange(app, agent, FLOODING, flood(number++), signal);
      if (status !== 'aborted') statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return statuses;
}

interface Visit {
  status: string;
  milliseconds: number;
}

async function visit(app: App, seconds: number): Promise<Visit[]> {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + seconds * 1000;
  const visits: Promise<Visit>[] = [];
  while (performance.now() < end) {
    const path = VISITS[visits.length % VISITS.length] as string;
    visits.push(exchange(app, agent, otherNetwork(visits.length), { path }));
    await sleep(PAUSE_MS);
  }
  const all = await Promise.all(visits);
  agent.destroy();
  return all;
}

function exchange(
  app: App,
  agent: Agent,
  network: string,
  { path, method = 'GET', body }: FloodRequest,
  signal?: AbortSignal,
): Promise<Visit> {
  const begun = performance.now();
  return new Promise((done) => {
    const end = (status: string) => done({ status, milliseconds: performance.now() - begun });
    const headers = {
      'x-forwarded-for': network,
      accept: 'text/html,*/*',
      'accept-encoding': 'gzip, br',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }),
    };
    const request = send(`${app.url}${path}`, { agent, method, headers, timeout: TIMEOUT_MS, signal }, (response) => {
      response.resume();
      response.once('end', () => end(String(response.statusCode)));
      response.once('error', () => end(signal?.aborted ? 'aborted' : 'failed'));
    });
    request.once('timeout', () => request.destroy(new Error('no response in time')));
    request.once('error', () => end(signal?.aborted ? 'aborted' : 'failed'));
    request.end(body);
  });
}

function row(
  flood: string,
  { statuses, cpu }: { statuses: Map<string, number>; cpu: number },
  visits: Visit[],
  seconds: number,
): Section['rows'][number] {
  const count = [...statuses.values()].reduce((sum, one) => sum + one, 0);
  const times = visits.map(({ milliseconds }) => milliseconds);
  return {
    flood,
    'flood/s': Math.round(count / seconds),
    responses: [...statuses].map(([status, one]) => `${status}: ${one}`).join(', ') || '-',
    'CPU µs': count > 0 ? Math.round((cpu * 1000) / count) : '-',
    'others served': `${visits.filter(({ status }) => status === '200').length} of ${visits.length}`,
    'p50 ms': Math.round(percentile(times, 50)),
    'p99 ms': Math.round(percentile(times, 99)),
  };
}
