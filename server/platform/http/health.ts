import type { Database } from '../db/database.ts';
import { findWriteRefusal, WRITE_REFUSALS } from '../db/refused-writes.ts';
import { missingRoles } from '../jobs/heartbeat.ts';
import { HEALTHY } from '../jobs/process-health.ts';
import { ApiError } from './api-error.ts';
import type { Server } from './server.ts';

/**
 * Adds `/healthz`, which responds with 200 while the process serves and with 503 once it is stopping, and `/readyz`,
 * which also requires that the database can be read and written. `/readyz` lists roles that no process runs, but still
 * with status 200, because this process can serve pages without them.
 */
export function healthRoutes(app: Server, db: Database): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/healthz', async () => {
    if (isStopping) throw new ApiError('unavailable', { message: 'This process is stopping.' });
    return HEALTHY;
  });
  app.get('/readyz', async () => {
    const refusal = await findWriteRefusal(db);
    if (refusal) throw new ApiError('unavailable', { message: WRITE_REFUSALS[refusal], retryAfter: 30 });
    return { status: 'ready', missingRoles: await missingRoles(db) };
  });
}
