import type { Database } from '../db/database.ts';
import { missingRoles } from '../jobs/heartbeat.ts';
import { HEALTHY } from '../jobs/process-health.ts';
import type { Server } from './server.ts';

/**
 * Adds `/healthz`, which responds once the process serves, and `/readyz`, which also queries the database. `/readyz` lists
 * roles that no process runs, with status 200, because this process can serve pages without them.
 */
export function healthRoutes(app: Server, db: Database): void {
  app.get('/healthz', async () => HEALTHY);
  app.get('/readyz', async () => {
    return { status: 'ready', missingRoles: await missingRoles(db) };
  });
}
