import { parseConfig } from '../platform/config/config.ts';
import { fileError, StartError } from '../platform/config/start-error.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { startHeartbeat } from '../platform/jobs/heartbeat.ts';
import { createLog } from '../platform/log/log.ts';
import { sendHeartbeats } from './process-heartbeat.ts';
import { type StartReport, sharesPorts } from './processes.ts';
import { startMail } from './role.ts';
import { createTransport } from './transport.ts';

/** Runs only the role `mail`, on shared ports. Its environment holds the whole configuration. */
async function serve(): Promise<{ stop(): Promise<void> }> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'process.unhandled_rejection', err: error }, 'Unhandled promise rejection'),
  );
  const url = config.databaseUrl ?? '';
  const connections = Number(process.env.MAIL_CONNECTIONS);
  const pool = openPool(url, connections, config.databaseDirectUrl !== undefined);
  const db = openDatabase(pool);
  const secrets = await loadSecrets(config.secretKeys, config.dataDir);
  const transport = createTransport(config, log);
  const mail = await startMail({
    config,
    db,
    pool,
    directUrl: config.databaseDirectUrl ?? url,
    clock: systemClock,
    log,
    secrets,
    transport,
    sharesPort: sharesPorts,
  });
  mail.startQueue();
  // One more connection listens for changes.
  const pooled = config.databaseDirectUrl !== undefined && config.databaseDirectUrl !== url;
  const heartbeat = await startHeartbeat({ db, roles: ['mail'], connections: pooled ? 1 : connections + 1, log });
  return {
    async stop() {
      await mail.stop();
      await heartbeat.stop();
      await transport.close();
      await pool.end();
    },
  };
}

function report(result: StartReport): void {
  // The parent may have ended meanwhile, which `disconnect` reports.
  process.send?.(result, () => {});
}

// A disconnect means that the parent wants us to stop, or that it died. A signal to the whole process group is handled by the
// parent alone: it would replace a process that ended early.
const end = Promise.withResolvers<void>();
process.once('disconnect', () => end.resolve());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});

try {
  const mail = await serve();
  if (process.connected) report({ ready: true });
  sendHeartbeats();
  await end.promise;
  await mail.stop();
  process.exit(0);
} catch (error) {
  const startError = fileError(error);
  if (!(startError instanceof StartError)) console.error(error);
  if (process.connected)
    report({ ready: false, message: startError instanceof Error ? startError.message : String(error) });
  process.exit(1);
}
