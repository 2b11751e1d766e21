import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Server } from './server.ts';

/** `/healthz` answers once the process serves; `/readyz` also asks the database. */
export function healthRoutes(app: Server, db: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(db);
    return { status: 'ready' };
  });
}
