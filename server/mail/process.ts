import { parseConfig } from '../platform/config/config.ts';
import { fileError, StartError } from '../platform/config/start-error.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { startHeartbeat } from '../platform/jobs/heartbeat.ts';
import { createLog } from '../platform/log/log.ts';
import { HEARTBEAT_INTERVAL, type ProcessHeartbeat } from './process-heartbeat.ts';
import { type Report, sharesPorts } from './processes.ts';
import { startMail } from './role.ts';
import { createTransport } from './transport.ts';

/** The role `mail` by itself, on a port it shares; told everything by its environment. */
async function serve(): Promise<{ stop(): Promise<void> }> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody took it'));
  const url = config.databaseUrl ?? '';
  const connections = Number(process.env.MAIL_CONNECTIONS);
  const pool = openPool(url, connections, config.databaseDirectUrl !== undefined);
  const db = openDatabase(pool);
  const secrets = await loadSecrets(config.secretKeys, config.dataDir);
  const wayOut = createTransport(config, log);
  const mail = await startMail({
    config,
    db,
    pool,
    directUrl: config.databaseDirectUrl ?? url,
    clock: systemClock,
    log,
    secrets,
    wayOut,
    sharesPort: sharesPorts,
  });
  mail.startQueue();
  // One connection more listens for changes.
  const heartbeat = await startHeartbeat({ db, roles: ['mail'], connections: connections + 1, log });
  return {
    async stop() {
      await mail.stop();
      await heartbeat.stop();
      await wayOut.close();
      await pool.end();
    },
  };
}

function tell(report: Report): void {
  process.send?.(report);
}

// Asked to stop, or left alone by a parent that died: both are a disconnect. A signal to all processes of a group is the
// parent's to answer, which must not take an early end for an accident.
const end = Promise.withResolvers<void>();
process.once('disconnect', () => end.resolve());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});

try {
  const mail = await serve();
  if (process.connected) tell({ ready: true });
  const beat: ProcessHeartbeat = { beat: true };
  setInterval(() => process.connected && process.send?.(beat), HEARTBEAT_INTERVAL).unref();
  await end.promise;
  await mail.stop();
  process.exit(0);
} catch (error) {
  const mendable = fileError(error);
  if (!(mendable instanceof StartError)) console.error(error);
  if (process.connected) tell({ ready: false, words: mendable instanceof Error ? mendable.message : String(error) });
  process.exit(1);
}
