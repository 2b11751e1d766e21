import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import { countProcesses, VERSION } from './heartbeat.ts';

/** Identifies this service to monitors, on every listener. */
export const HEALTHY = { status: 'ok', service: 'nameplate' };

/**
 * Serves `/healthz` and `/readyz` of this process on a separate listener, for every role. A port that cannot be used is only
 * logged, because serving matters more than monitoring.
 */
export async function startProcessHealth(parts: {
  listen: { host: string; port: number };
  db: Database;
  roles: string[];
  /** Roles that this process should run but does not. */
  missing: () => string[];
  log: Logger;
}): Promise<{ port: number | null; stop(): Promise<void> }> {
  const { listen, db, roles, missing, log } = parts;

  async function respond(path: string): Promise<[status: number, body: object]> {
    if (path === '/healthz') return [200, { ...HEALTHY, version: VERSION, roles }];
    if (path !== '/readyz') return [404, { status: 'not found' }];
    if (missing().length > 0) return [503, { status: 'unavailable', missing: missing() }];
    try {
      return [200, { status: 'ready', roles, processes: await countProcesses(db) }];
    } catch {
      return [503, { status: 'unavailable', missing: ['database'] }];
    }
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    void respond((request.url ?? '').split('?')[0] ?? '').then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
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
  log.info({ event: 'health.listening', host: listen.host, port }, 'serving the health of this process');
  return {
    port,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
