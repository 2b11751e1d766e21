import { parseConfig } from '../platform/config/config.ts';
import { fileError, StartError } from '../platform/config/start-error.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { startHeartbeat } from '../platform/jobs/heartbeat.ts';
import { createLog } from '../platform/log/log.ts';
import { logProcessEvents } from '../platform/log/process-events.ts';
import { sendMetricsToParent } from '../platform/metrics/child-metrics.ts';
import { measurePool } from '../platform/metrics/pool-metrics.ts';
import { measureProcess } from '../platform/metrics/registry.ts';
import { reportStart } from '../platform/supervisor/kept-process.ts';
import { releaseStartMemory } from '../platform/supervisor/release-start-memory.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import { sharesPorts } from './processes.ts';
import { startMail } from './role.ts';
import { createTransport } from './transport.ts';

/** Runs only the role `mail`, on shared ports. The environment holds the whole configuration. */
async function serve(): Promise<{ stop(): Promise<void> }> {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  if (config.production) logProcessEvents(log);
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'process.unhandled_rejection', err: error }, 'Unhandled promise rejection'),
  );
  const url = config.databaseUrl ?? '';
  const connections = Number(process.env.MAIL_CONNECTIONS);
  const pool = openPool(url, connections, config.databaseDirectUrl !== undefined);
  const db = openDatabase(pool);
  measurePool(pool);
  if (config.metricsListen) measureProcess();
  const tracing = await startTracing(config, log);
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
  const opens = config.databaseDirectUrl === undefined ? connections + 1 : 1;
  const heartbeat = await startHeartbeat({ db, roles: () => ['mail'], connections: opens, log });
  return {
    async stop() {
      await mail.stop();
      await heartbeat.stop();
      await transport.close();
      await pool.end();
      await tracing.stop();
    },
  };
}

// A disconnect means that the parent wants us to stop, or has died. Only the parent handles a signal to the whole
// process group, because it would replace a process that ended early.
const end = Promise.withResolvers<void>();
process.once('disconnect', () => end.resolve());
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});

try {
  const mail = await serve();
  sendMetricsToParent();
  reportStart({ ready: true });
  releaseStartMemory();
  await end.promise;
  await mail.stop();
  process.exit(0);
} catch (error) {
  const startError = fileError(error);
  if (!(startError instanceof StartError))
    createLog('info', process.env.NODE_ENV === 'production').error(
      { event: 'mail.process_failed', err: error },
      'a mail process could not start',
    );
  reportStart({ ready: false, message: startError instanceof Error ? startError.message : String(error) });
  process.exit(1);
}
