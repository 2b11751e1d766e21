import type { Database } from '../db/database.ts';
import { missingRoles } from '../jobs/heartbeat.ts';
import { HEALTHY } from '../jobs/process-health.ts';
import { ApiError } from './api-error.ts';
import type { Server } from './server.ts';

/**
 * Adds `/healthz`, which responds with 200 while the process serves and with 503 once it stops, and `/readyz`, which also queries the database. `/readyz` lists
 * roles that no process runs, with status 200, because this process can serve pages without them.
 */
export function healthRoutes(app: Server, db: Database): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/healthz', async () => {
    if (isStopping) throw new ApiError('unavailable', { message: 'This process stops.' });
    return HEALTHY;
  });
  app.get('/readyz', async () => {
    return { status: 'ready', missingRoles: await missingRoles(db) };
  });
}
