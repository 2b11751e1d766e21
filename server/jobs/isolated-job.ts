import { openMailHost } from '../mail/host.ts';
import { createSystemEmailSender } from '../mail/system-email-sender.ts';
import { createTransport } from '../mail/transport.ts';
import { parseConfig } from '../platform/config/config.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { loadRenderer } from '../platform/http/pages/renderer.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { runAsIsolatedProcess } from '../platform/jobs/isolated-process.ts';
import { createLog } from '../platform/log/log.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { LiveSite } from '../site/live-site.ts';
import type { IsolatedJobInput } from './isolated-jobs.ts';
import { jobTasks } from './tasks.ts';

const CONNECTIONS = 3;

// Runs one job in a separate process, in the same way as the role `jobs`.
runAsIsolatedProcess(async ({ task, payload }: IsolatedJobInput) => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  const directUrl = config.databaseUrl ?? '';
  const pool = openPool(directUrl, CONNECTIONS);
  const db = openDatabase(pool);
  const transport = createTransport(config, log);
  const host = await openMailHost({ config, db, pool, directUrl, clock: systemClock, log, transport });
  const liveSite = new LiveSite({ db, settings: config.site, clock: systemClock, log });
  await liveSite.load();
  const parts = {
    config,
    liveSite,
    db,
    clock: systemClock,
    log,
    storage: await openStorage(config),
    renderer: await loadRenderer(),
    secrets: await loadSecrets(config.secretKeys, config.dataDir),
  };
  const run = jobTasks(parts, createSystemEmailSender(config, host.ports))[task];
  if (!run) throw new Error(`There is no job ${task}`);
  try {
    // The helpers of the job queue are not passed, because no job uses them.
    await run(payload as never, undefined as never);
  } finally {
    liveSite.stop();
    await host.stop();
    await transport.close();
    await pool.end();
  }
});
