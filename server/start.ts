import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { SAMPLE_PROFILE } from '../contract/sample-profile.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { seedSample } from './handles/rules.ts';
import { startHttp } from './http.ts';
import { startJobs } from './jobs/tasks.ts';
import { type OpenMailHost, openMailHost } from './mail/host.ts';
import { startMailProcesses } from './mail/processes.ts';
import { startMail } from './mail/role.ts';
import { createSystemEmailSender } from './mail/system-email-sender.ts';
import { createTransport } from './mail/transport.ts';
import { seedStandardPackages } from './payments/package-rules.ts';
import type { Config } from './platform/config/config.ts';
import type { Role } from './platform/config/settings.ts';
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

/** What stands in for the outside world in local mode. */
export interface Fakes {
  paypalEmulator?: FastifyPluginAsync;
}

/** Milliseconds that a database which is starting is waited for. */
const LONGEST_RECOVERY = 600_000;
/** Milliseconds that a start which failed may take to clean up: whoever restarts us waits for the process to end. */
const LONGEST_CLEANUP = 10_000;

/**
 * Starts the roles of this process on one database and answers how to stop: doors first, then what is under way, the
 * database last. Throws StartError in words where a port is taken or the database can't be reached.
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
    await checkJobQueueAccess(db).catch(explainDatabase);
    await seedStandardPackages(db);
    await seedSample(db, SAMPLE_PROFILE);

    const secrets = await loadSecrets(config.secretKeys, config.dataDir);
    const wayOut = createTransport(config, log);
    started.defer(() => wayOut.close());
    const storage = await openStorage(config);
    const parts = { config, db, pool, url, directUrl, clock: systemClock, log, secrets, wayOut, storage, ...fakes };
    let mailServes = () => true;
    let opened: OpenMailHost | undefined;
    const mailHost = async () => {
      if (opened) return opened;
      const host = await openMailHost(parts);
      started.defer(() => host.stop());
      opened = host;
      return host;
    };
    const sendLetter = config.roles.has('jobs') ? createSystemEmailSender(config, (await mailHost()).ports) : undefined;
    // The job queue listens, and holds locks as long as its connections last.
    const sessions = sendLetter && directUrl !== url ? openPool(directUrl, config.databasePool) : pool;
    if (sessions !== pool) started.defer(() => sessions.end());
    let jobs: { stop(): Promise<void> } | undefined;
    started.defer(() => jobs?.stop());
    let startQueue: (() => void) | undefined;
    if (config.roles.has('mail')) {
      if (mailIsApart(config)) {
        const mail = await startMailProcesses(parts);
        started.defer(() => mail.stop());
        mailServes = mail.isServing;
      } else {
        const mail = await startMail({ ...parts, host: await mailHost() });
        started.defer(() => mail.stop());
        startQueue = mail.startQueue;
      }
    }
    if (config.roles.has('http')) {
      const http = await startHttp(parts);
      started.defer(() => http.stop());
    }
    const heartbeat = await startHeartbeat({ db, ...ownWork(config, opened !== undefined), log });
    started.defer(() => heartbeat.stop());
    if (config.metricsListen) {
      const missing = () => (mailServes() ? [] : ['mail']);
      const roles = [...config.roles];
      const health = await startProcessHealth({ listen: config.metricsListen, db, roles, missing, log });
      started.defer(() => health.stop());
    }
    const shortage = await connectionShortage(db);
    if (shortage) log.warn(`${shortage}: lower DATABASE_POOL, or raise max_connections`);
    const isServing = config.roles.has('http');
    if (isServing) announce(config, log);
    // Last: whatever a job or a queued mail does, this process has begun to serve.
    startQueue?.();
    if (sendLetter) jobs = await startJobs({ ...parts, pool: sessions, renderer: await loadRenderer() }, sendLetter);
    if (!isServing) announce(config, log);
    return { stop: () => started.disposeAsync() };
  } catch (error) {
    // A step that never ends or fails itself must not keep the process alive, nor hide why the start failed.
    await Promise.race([started.disposeAsync(), sleep(LONGEST_CLEANUP, undefined, { ref: false })]).catch(
      (cleanup: unknown) => log.error({ err: cleanup }, 'cleaning up after a failed start failed'),
    );
    throw fileError(error);
  }
}

/** Whether processes of their own take mail, each with a heartbeat of its own. */
function mailIsApart({ roles, mail }: Config): boolean {
  return roles.has('mail') && mail.processes > 0;
}

/** A process that only watches others needs connections for its heartbeat and its health. */
function poolSize(config: Config): number {
  return mailIsApart(config) && config.roles.size === 1 ? 3 : config.databasePool;
}

/** What this process does itself, and how many connections that may take: the pool, and one for each that listens. */
function ownWork(config: Config, hasMailHost: boolean): { roles: Role[]; connections: number } {
  const roles = [...config.roles].filter((role) => role !== 'mail' || !mailIsApart(config));
  return { roles, connections: poolSize(config) + (config.roles.has('http') ? 1 : 0) + (hasMailHost ? 1 : 0) };
}

/** A pooler refuses a connection whose settings it does not know (08P01); PostgreSQL itself has been reached already. */
function explainDatabase(error: Error & { code?: unknown }): never {
  if (error.code !== '08P01') throw databaseError(error);
  throw new StartError(
    `DATABASE_URL leads to a pooler: ${error.message}\nSet DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
    error,
  );
}

/** A database that is starting, or recovers from a crash, says so, and is waited for: whoever restarts us may give up sooner. */
async function migrateOnceUp(url: string, log: Logger): Promise<void> {
  for (const deadline = Date.now() + LONGEST_RECOVERY; ; await sleep(1000)) {
    try {
      const { newer } = await migrate(url);
      if (newer.length > 0) log.warn({ migrations: newer }, 'the database has the schema of a newer release');
      return;
    } catch (error) {
      // cannot_connect_now
      if ((error as { code?: unknown }).code !== '57P03' || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'the database is not ready yet');
    }
  }
}

async function ownDatabase(config: Config, log: Logger, started: AsyncDisposableStack): Promise<string> {
  // The database in the folder is one process's; everything else there may be shared by processes on one DATABASE_URL.
  const lock = lockDataDir(config.dataDir);
  started.defer(() => lock.release());
  const database = await startEmbedded({ dataDir: config.dataDir, log });
  started.defer(() => database.stop());
  return database.connectionString;
}

/** Reports where to look: as a line of the log in production, whatever its level, else as text. */
function announce({ site, roles, listenHost, smtpPort, mail, production }: Config, log: Logger): void {
  if (production) {
    const where = {
      ...(roles.has('http') && { pages: site.origin }),
      ...(roles.has('mail') && { mail: `${listenHost}:${smtpPort}` }),
    };
    log.child({}, { level: 'info' }).info({ roles: [...roles], ...where }, 'Nameplate is ready.');
    return;
  }
  const lines = ['', 'Nameplate is ready.'];
  if (roles.has('http')) lines.push(`  Pages   ${site.origin}`);
  if (roles.has('mail')) lines.push(`  Mail    ${listenHost}:${smtpPort}, for *@${site.mailDomain}`);
  if (roles.has('http') && !production && !mail.relay)
    lines.push(`  Outbox  ${site.origin}/dev/outbox, where mail that would leave is shown`);
  console.log(`${lines.join('\n')}\n`);
}
