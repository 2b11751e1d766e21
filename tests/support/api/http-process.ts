import { startHttp } from '../../../server/http.ts';
import { parseConfig } from '../../../server/platform/config/config.ts';
import { openDatabase, openPool } from '../../../server/platform/db/database.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { LiveSite } from '../../../server/site/live-site.ts';
import { freePort } from '../server/free-port.ts';
import type { TestServer } from '../server/test-server.ts';

/**
 * Starts another process of a server, in this one: it serves the same database and storage over its own connections, and
 * is notified of changes.
 */
export async function startHttpProcess(server: TestServer): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort();
  const pool = openPool(server.url, 3);
  const config = parseConfig({ DATA_DIR: server.dataDir, PORT: String(port), RATE_LIMITS: 'off' });
  const db = openDatabase(pool);
  const log = createLog('silent', true);
  const liveSite = new LiveSite({ db, settings: config.site, clock: server.clock, log });
  const http = await startHttp({
    config,
    liveSite,
    db,
    pool,
    directUrl: server.url,
    clock: server.clock,
    storage: server.storage,
    log,
    secrets: ['s'.repeat(32)],
  });
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      liveSite.stop();
      await http.stop();
      await pool.end();
    },
  };
}
