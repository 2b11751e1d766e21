import { attemptLeased } from '../../mail/queue-runner.ts';
import { systemClock } from '../plumbing/clock.ts';
import { parseConfig } from '../plumbing/config.ts';
import { openDatabase, openPool } from '../plumbing/database.ts';
import { serveIsolated } from '../plumbing/isolated-process.ts';
import { createLog } from '../plumbing/log.ts';
import { loadSecrets } from '../plumbing/secrets.ts';
import type { IsolatedCopy } from './isolated-copies.ts';
import { createWayOut } from './mail-host.ts';
import { openMailHost } from './mail-ports.ts';
import { mailOptions } from './mail-role.ts';

const CONNECTIONS = 3;

// One attempt at one queued copy in a process of its own.
serveIsolated(async (copy: IsolatedCopy) => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  const directUrl = config.databaseUrl ?? '';
  const pool = openPool(directUrl, CONNECTIONS);
  const wayOut = createWayOut(config, log);
  const db = openDatabase(pool);
  const host = await openMailHost({ config, db, pool, directUrl, clock: systemClock, log, wayOut });
  try {
    const claim = await host.ports.queue.leased(copy);
    const options = mailOptions(config, await loadSecrets(config.secretKeys, config.dataDir));
    if (claim) await attemptLeased(host.ports, options, claim);
  } finally {
    await host.stop();
    await wayOut.close();
    await pool.end();
  }
});
