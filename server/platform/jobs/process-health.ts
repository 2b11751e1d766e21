import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../db/database.ts';
import { findWriteRefusal, WRITE_REFUSALS } from '../db/refused-writes.ts';
import type { Logger } from '../log/log.ts';
import { registry } from '../metrics/registry.ts';
import { countProcesses, VERSION } from './heartbeat.ts';

/** Identifies this service to monitors, on every listener. */
export const HEALTHY = { status: 'ok', service: 'nameplate' };

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of this process on a separate listener, for every role. If the port
 * cannot be used, only logs that, because serving matters more than monitoring.
 */
export async function startProcessHealth(parts: {
  listen: { host: string; port: number };
  db: Database;
  roles: string[];
  /** Roles that this process should run but does not. */
  missing: () => string[];
  /** Whether the disk of the database is full for a child process, which may be the only one that writes much. */
  isFullForChild: () => Promise<boolean>;
  /** The metrics of this process and of its children, in Prometheus' text format. */
  metrics: () => Promise<string>;
  log: Logger;
}): Promise<{ port: number | null; stop(): Promise<void> }> {
  const { listen, db, roles, missing, isFullForChild, metrics, log } = parts;

  async function respond(path: string): Promise<[status: number, body: object]> {
    if (path === '/healthz') return [200, { ...HEALTHY, version: VERSION, roles }];
    if (path !== '/readyz') return [404, { status: 'not found' }];
    if (missing().length > 0) return [503, { status: 'unavailable', missing: missing() }];
    try {
      const refusal = (await findWriteRefusal(db)) ?? ((await isFullForChild()) ? 'full' : undefined);
      if (refusal) return [503, { status: 'unavailable', missing: ['database'], reason: WRITE_REFUSALS[refusal] }];
      return [200, { status: 'ready', roles, processes: await countProcesses(db) }];
    } catch {
      return [503, { status: 'unavailable', missing: ['database'] }];
    }
  }

  async function textOf(path: string): Promise<[status: number, type: string, text: string]> {
    try {
      if (path === '/metrics') return [200, registry.contentType, await metrics()];
      const [status, body] = await respond(path);
      return [status, JSON_TYPE, JSON.stringify(body)];
    } catch (err) {
      log.warn({ event: 'health.failed', err }, 'health or metrics could not be read');
      return [500, JSON_TYPE, '{"status":"failed"}'];
    }
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    void textOf((request.url ?? '').split('?')[0] ?? '').then(([status, type, text]) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  const failed = await new Promise<Error | null>((done) => {
    server.once('error', done).listen(listen.port, listen.host, () => done(null));
  });
  if (failed) {
    log.warn(
      { event: 'health.listen_failed', err: failed, ...listen },
      'METRICS_LISTEN cannot be used; each process on a machine needs a separate port',
    );
    return { port: null, stop: async () => {} };
  }
  const { port } = server.address() as AddressInfo;
  log.info({ event: 'health.listening', host: listen.host, port }, 'serving health and metrics of this process');
  return {
    port,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
