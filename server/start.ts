import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { SAMPLE_PROFILE } from '../contract/profiles/sample-profile.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { seedSample } from './handles/rules.ts';
import { startHttp } from './http.ts';
import { startJobs } from './jobs/tasks.ts';
import { type OpenMailHost, openMailHost } from './mail/host.ts';
import { startMailProcesses } from './mail/processes.ts';
import { createSystemEmailSender } from './mail/system-email-sender.ts';
import { createTransport } from './mail/transport.ts';
import { startMetrics } from './metrics.ts';
import { seedStandardPackages } from './payments/prices/package-rules.ts';
import type { Config } from './platform/config/config.ts';
import type { Role } from './platform/config/process-settings.ts';
import { databaseError, fileError, StartError } from './platform/config/start-error.ts';
import { loadSecrets } from './platform/crypto/secrets.ts';
import { openDatabase, openPool } from './platform/db/database.ts';
import { loadRenderer } from './platform/http/pages/renderer.ts';
import { systemClock } from './platform/jobs/clock.ts';
import { connectionShortage, startHeartbeat } from './platform/jobs/heartbeat.ts';
import { checkJobQueueAccess } from './platform/jobs/jobs.ts';
import { startProcessHealth } from './platform/jobs/process-health.ts';
import type { Logger } from './platform/log/log.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import { withTimeout } from './platform/with-timeout.ts';
import { LiveSite } from './site/live-site.ts';

/** Replacements for external services in local mode. */
export interface Fakes {
  paypalEmulator?: FastifyPluginAsync;
}

/** Maximum time to wait for a database that is starting. */
const DATABASE_START_TIMEOUT_MS = 600_000;
/** Limit for the clean-up after a failed start, because the supervisor waits for the process to end. */
const CLEANUP_TIMEOUT_MS = 10_000;

/**
 * Starts the roles of this process on one database. `stop` ends them in reverse order: listeners first, then work in progress,
 * the database last. Throws StartError if a port is in use or the database cannot be reached.
 */
export async function start(config: Config, log: Logger, fakes: Fakes = {}): Promise<{ stop(): Promise<void> }> {
  const started = new AsyncDisposableStack();
  try {
    const url = config.databaseUrl ?? (await ownDatabase(config, log, started));
    const directUrl = config.databaseDirectUrl ?? url;
    await migrateOnceUp(directUrl, log).catch((error: unknown) => {
      throw databaseError(error);
    });
    const pool = openPool(url, poolSize(config), directUrl !== url);
    started.defer(() => pool.end());
    const db = openDatabase(pool);
    const metrics = startMetrics({ config, db, pool });
    await checkJobQueueAccess(db).catch(explainDatabase);
    await seedStandardPackages(db);
    await seedSample(db, SAMPLE_PROFILE);

    const tracing = await startTracing(config, log);
    started.defer(() => tracing.stop());
    const secrets = await loadSecrets(config.secretKeys, config.dataDir);
    const transport = createTransport(config, log);
    started.defer(() => transport.close());
    const storage = await openStorage(config);
    const liveSite = new LiveSite({ db, settings: config.site, clock: systemClock, log });
    started.defer(() => liveSite.stop());
    await liveSite.load();
    const shared = { config, liveSite, db, pool, url, directUrl, clock: systemClock, log, secrets };
    const parts = { ...shared, transport, storage, ...fakes };
    // They load while this process loads.
    const mailProcesses = hasMailProcesses(config) ? startMailProcesses(parts) : undefined;
    // Awaited below. If something else fails first, this keeps a rejection from being unhandled.
    const running = mailProcesses?.catch(() => undefined);
    started.defer(async () => (await running)?.stop());
    let mailServes = () => true;
    let opened: OpenMailHost | undefined;
    const mailHost = async () => {
      if (opened) return opened;
      const host = await openMailHost(parts);
      started.defer(() => host.stop());
      opened = host;
      return host;
    };
    const sendEmail = config.roles.has('jobs') ? createSystemEmailSender(config, (await mailHost()).ports) : undefined;
    // The job queue uses LISTEN and session locks, which a pooler does not support.
    const sessions = sendEmail && directUrl !== url ? openPool(directUrl, config.databasePool) : pool;
    if (sessions !== pool) started.defer(() => sessions.end());
    let jobs: { isRunning(): boolean; stop(): Promise<void> } | undefined;
    started.defer(() => jobs?.stop());
    let startQueue: (() => void) | undefined;
    if (config.roles.has('mail') && !mailProcesses) {
      // Loaded here, because a process with mail processes does not need its memory.
      const { startMail } = await import('./mail/role.ts');
      const mail = await startMail({ ...parts, host: await mailHost() });
      started.defer(() => mail.stop());
      startQueue = mail.startQueue;
    }
    // Before the pages, because a process whose /readyz returns 200 must also receive mail.
    if (mailProcesses) {
      const mail = await mailProcesses;
      mailServes = mail.isServing;
      metrics.addChildren(mail.metrics);
    }
    if (config.roles.has('http')) {
      const replicaPool = config.databaseReplicaUrl
        ? openPool(config.databaseReplicaUrl, config.databasePool, true)
        : undefined;
      started.defer(() => replicaPool?.end());
      const http = await startHttp({ ...parts, replicaPool });
      started.defer(() => http.stop());
    }
    const { roles, connections } = ownWork(config, opened !== undefined, directUrl !== url);
    // The role is reported from the start, but no longer once its runner has failed.
    const isWorking = (role: Role) => role !== 'jobs' || jobs === undefined || jobs.isRunning();
    const heartbeat = await startHeartbeat({ db, roles: () => roles.filter(isWorking), connections, log });
    started.defer(() => heartbeat.stop());
    if (config.metricsListen) {
      const runsJobs = () => !config.roles.has('jobs') || jobs?.isRunning() === true;
      const missing = () => [...(mailServes() ? [] : ['mail']), ...(runsJobs() ? [] : ['jobs'])];
      const parts = {
        db,
        roles: [...config.roles],
        missing,
        isFullForChild: metrics.isFullForChild,
        metrics: metrics.read,
        log,
      };
      const health = await startProcessHealth({ listen: config.metricsListen, ...parts });
      started.defer(() => health.stop());
    }
    const shortage = await connectionShortage(db);
    if (shortage) {
      log.warn(
        { event: 'database.connection_shortage' },
        `${shortage}: lower DATABASE_POOL, raise max_connections, or use a pooler (docs/scale.md)`,
      );
    }
    const isServing = config.roles.has('http');
    if (isServing) announce(config, log);
    // Last, so that this process serves before a job or a queued email can crash it.
    startQueue?.();
    if (sendEmail) jobs = await startJobs({ ...parts, pool: sessions, renderer: await loadRenderer() }, sendEmail);
    if (!isServing) announce(config, log);
    return { stop: () => started.disposeAsync() };
  } catch (error) {
    // A clean-up that hangs or fails must neither keep the process alive nor hide why the start failed.
    await withTimeout(started.disposeAsync(), CLEANUP_TIMEOUT_MS, () => {}).catch((cleanup: unknown) =>
      log.error({ event: 'process.cleanup_failed', err: cleanup }, 'cleaning up after a failed start failed'),
    );
    throw fileError(error);
  }
}

/** Returns whether separate processes receive mail, each with its own heartbeat. */
function hasMailProcesses({ roles, mail }: Config): boolean {
  return roles.has('mail') && mail.processes > 0;
}

/**
 * Returns the size of the pool. A process that only supervises mail processes needs connections for its heartbeat and
 * its health.
 */
function poolSize(config: Config): number {
  return hasMailProcesses(config) && config.roles.size === 1 ? 3 : config.databasePool;
}

/**
 * Returns the roles that this process runs itself, and the maximum number of its connections to PostgreSQL: the pool,
 * and one for each listener. Behind a pooler, which has its own limit, only the direct ones are counted.
 */
function ownWork(config: Config, hasMailHost: boolean, isPooled: boolean): { roles: Role[]; connections: number } {
  const roles = [...config.roles].filter((role) => role !== 'mail' || !hasMailProcesses(config));
  const direct = config.roles.has('jobs') ? config.databasePool : 0;
  const listeners = (config.roles.has('http') ? 1 : 0) + (hasMailHost ? 1 : 0);
  return { roles, connections: (isPooled ? direct : poolSize(config)) + listeners };
}

/**
 * Explains the error of a pooler that rejects a connection with unknown settings (08P01), although PostgreSQL itself
 * was reached before.
 */
function explainDatabase(error: Error & { code?: unknown }): never {
  if (error.code !== '08P01') throw databaseError(error);
  throw new StartError(
    `DATABASE_URL leads to a pooler: ${error.message}\nSet DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
    error,
  );
}

/**
 * Migrates, and waits for a database that reports that it is starting or recovering, because a supervisor that restarts
 * us might give up sooner.
 */
async function migrateOnceUp(url: string, log: Logger): Promise<void> {
  for (const deadline = performance.now() + DATABASE_START_TIMEOUT_MS; ; await sleep(1000)) {
    try {
      const { newer, unbuilt } = await migrate(url);
      if (unbuilt.length > 0) {
        log.warn(
          { event: 'database.indexes_not_built', indexes: unbuilt },
          'indexes could not be built, so searches of administrators are slow until a later start builds them',
        );
      }
      if (newer.length > 0) {
        log.warn(
          { event: 'database.newer_schema', migrations: newer },
          'the database has the schema of a newer release',
        );
      }
      return;
    } catch (error) {
      // cannot_connect_now
      if ((error as { code?: unknown }).code !== '57P03' || performance.now() > deadline) throw error;
      log.warn({ event: 'database.not_ready', err: error }, 'the database is not ready yet');
    }
  }
}

async function ownDatabase(config: Config, log: Logger, started: AsyncDisposableStack): Promise<string> {
  // Only one process may run the database in the folder; processes with the same DATABASE_URL may share everything else
  // in it. A process under a supervisor would be started again, so the error names the supervisor as the process to stop.
  const lock = lockDataDir(config.dataDir, process.connected ? process.ppid : process.pid);
  started.defer(() => lock.release());
  const database = await startEmbedded({
    dataDir: config.dataDir,
    log: log.child({ event: 'database.embedded' }),
  });
  started.defer(() => database.stop());
  return database.connectionString;
}

/** Reports the addresses: in production as a log line at any log level, otherwise as text. */
function announce(config: Config, log: Logger): void {
  const { site, roles, listenHost, smtpPort, submissionPort, submissionsPort, mail, production } = config;
  const ports = [submissionPort, submissionsPort].filter((port) => port > 0);
  if (production) {
    const where = {
      ...(roles.has('http') && { pages: site.origin }),
      ...(roles.has('mail') && { mail: `${listenHost}:${smtpPort}`, submission: ports }),
    };
    log
      .child({}, { level: 'info' })
      .info({ event: 'process.ready', roles: [...roles], ...where }, 'Nameplate is ready.');
    return;
  }
  const lines = ['', 'Nameplate is ready.'];
  if (roles.has('http')) lines.push(`  Pages   ${site.origin}`);
  if (roles.has('mail')) lines.push(`  Mail    ${listenHost}:${smtpPort}, for *@${site.mailDomain}`);
  if (roles.has('mail') && ports.length > 0)
    lines.push(
      `  Sending ${ports.map((port) => `${listenHost}:${port}`).join(', ')}, with an app password of a handle`,
    );
  if (site.relay !== undefined) lines.push(`  Relay   ${site.relay}, which gets outgoing mail`);
  if (roles.has('http') && !production && !mail.relay)
    lines.push(`  Outbox  ${site.origin}/dev/outbox, which shows outgoing mail`);
  console.log(`${lines.join('\n')}\n`);
}
