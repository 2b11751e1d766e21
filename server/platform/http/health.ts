import type { Database } from '../db/database.ts';
import { missingRoles } from '../jobs/heartbeat.ts';
import { HEALTHY } from '../jobs/process-health.ts';
import type { Server } from './server.ts';

/**
 * `/healthz` answers once the process serves; `/readyz` also asks the database. Roles that no process runs are named, with
 * 200: this process serves pages all the same.
 */
export function healthRoutes(app: Server, db: Database): void {
  app.get('/healthz', async () => HEALTHY);
  app.get('/readyz', async () => {
    return { status: 'ready', missingRoles: await missingRoles(db) };
  });
}
