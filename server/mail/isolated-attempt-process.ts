import { attemptLeased } from '../../mail/queue-runner.ts';
import { parseConfig } from '../platform/config/config.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { runAsIsolatedProcess } from '../platform/jobs/isolated-process.ts';
import { createLog } from '../platform/log/log.ts';
import { openMailHost } from './host.ts';
import type { IsolatedCopy } from './isolated-attempt.ts';
import { mailOptions } from './role.ts';
import { createTransport } from './transport.ts';

const CONNECTIONS = 3;

// Attempts one queued copy, as a separate process.
runAsIsolatedProcess(async (copy: IsolatedCopy) => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  const directUrl = config.databaseUrl ?? '';
  const pool = openPool(directUrl, CONNECTIONS);
  const transport = createTransport(config, log);
  const db = openDatabase(pool);
  const host = await openMailHost({ config, db, pool, directUrl, clock: systemClock, log, transport });
  try {
    const claim = await host.ports.queue.leased(copy);
    const options = mailOptions(config, await loadSecrets(config.secretKeys, config.dataDir));
    if (claim) await attemptLeased(host.ports, options, claim);
  } finally {
    await host.stop();
    await transport.close();
    await pool.end();
  }
});
