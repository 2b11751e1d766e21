import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { SAMPLE_PROFILE } from '../contract/sample-profile.ts';
import { lockDataDir } from '../db/data-dir-lock.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { createLetterSender } from './forwarding/letter-sender.ts';
import { createWayOut } from './forwarding/mail-host.ts';
import { type MailHost, openMailHost } from './forwarding/mail-ports.ts';
import { startMailProcesses } from './forwarding/mail-processes.ts';
import { startMail } from './forwarding/mail-role.ts';
import { seedSample } from './handles/rules.ts';
import { startHttp } from './http.ts';
import { startJobs } from './jobs.ts';
import { seedStandardPackages } from './payments/rules.ts';
import { systemClock } from './plumbing/clock.ts';
import type { Config } from './plumbing/config.ts';
import { openDatabase, openPool } from './plumbing/database.ts';
import { loadRenderer } from './plumbing/documents.ts';
import type { Logger } from './plumbing/log.ts';
import { openStorage } from './plumbing/open-storage.ts';
import { loadSecrets } from './plumbing/secrets.ts';
import { StartError } from './plumbing/start-error.ts';

/** What stands in for the outside world in local mode. */
export interface Fakes {
  paypalEmulator?: FastifyPluginAsync;
}

/** Steps to undo, the last one first. */
/** Milliseconds that a database which is starting is waited for. */
const LONGEST_RECOVERY = 600_000;

class Undo {
  readonly #steps: (() => unknown)[] = [];
  add(step: () => unknown): void {
    this.#steps.push(step);
  }
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step();
  }
}

/**
 * Starts the roles of this process on one database and answers how to stop: doors first, then what is under way, the
 * database last. Throws StartError in words where a port is taken or the database can't be reached.
 */
export async function start(config: Config, log: Logger, fakes: Fakes = {}): Promise<{ stop(): Promise<void> }> {
  const undo = new Undo();
  try {
    const url = config.databaseUrl ?? (await ownDatabase(config, log, undo));
    const directUrl = config.databaseDirectUrl ?? url;
    await migrateOnceUp(directUrl, log).catch((error: Error) => {
      throw new StartError(
        `The database can't be used: ${error.message || 'no connection'}\nCheck DATABASE_URL.`,
        error,
      );
    });
    const pool = openPool(url, 20, directUrl !== url);
    undo.add(() => pool.end());
    const db = openDatabase(pool);
    await seedStandardPackages(db).catch(explainPooler);
    await seedSample(db, SAMPLE_PROFILE);

    const secrets = await loadSecrets(config.secretKeys, config.dataDir);
    const wayOut = createWayOut(config, log);
    undo.add(() => wayOut.close());
    const storage = await openStorage(config);
    const parts = { config, db, pool, url, directUrl, clock: systemClock, log, secrets, wayOut, storage, ...fakes };
    let opened: MailHost | undefined;
    const mailHost = async () => {
      if (opened) return opened;
      const host = await openMailHost(parts);
      undo.add(() => host.stop());
      opened = host;
      return host;
    };
    if (config.roles.has('jobs')) {
      const renderer = await loadRenderer();
      // The job queue listens, and holds locks as long as its connections last.
      const sessions = directUrl === url ? pool : openPool(directUrl);
      if (sessions !== pool) undo.add(() => sessions.end());
      const sender = createLetterSender(config, (await mailHost()).ports);
      const jobs = await startJobs({ ...parts, pool: sessions, renderer }, sender);
      undo.add(() => jobs.stop());
    }
    if (config.roles.has('mail')) {
      const apart = config.mail.processes > 0;
      const mail = apart ? await startMailProcesses(parts) : await startMail({ ...parts, host: await mailHost() });
      undo.add(() => mail.stop());
    }
    if (config.roles.has('http')) {
      const http = await startHttp(parts);
      undo.add(() => http.stop());
    }
    announce(config);
    return { stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

/** A pooler refuses a connection whose settings it does not know (08P01); PostgreSQL itself has been reached already. */
function explainPooler(error: Error & { code?: unknown }): never {
  if (error.code !== '08P01') throw error;
  throw new StartError(
    `DATABASE_URL leads to a pooler: ${error.message}\nSet DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
    error,
  );
}

/** A database that is starting, or recovers from a crash, says so, and is waited for: whoever restarts us may give up sooner. */
async function migrateOnceUp(url: string, log: Logger): Promise<void> {
  for (const deadline = Date.now() + LONGEST_RECOVERY; ; await sleep(1000)) {
    try {
      return await migrate(url);
    } catch (error) {
      // cannot_connect_now
      if ((error as { code?: unknown }).code !== '57P03' || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'the database is not ready yet');
    }
  }
}

async function ownDatabase(config: Config, log: Logger, undo: Undo): Promise<string> {
  // The database in the folder is one process's; everything else there may be shared by processes on one DATABASE_URL.
  const lock = lockDataDir(config.dataDir);
  undo.add(() => lock.release());
  const database = await startEmbedded({ dataDir: config.dataDir, log });
  undo.add(() => database.stop());
  return database.connectionString;
}

/** Says where to look. */
function announce({ site, roles, listenHost, smtpPort, mail, production }: Config): void {
  const lines = ['', 'Nameplate is ready.'];
  if (roles.has('http')) lines.push(`  Pages   ${site.origin}`);
  if (roles.has('mail')) lines.push(`  Mail    ${listenHost}:${smtpPort}, for *@${site.mailDomain}`);
  if (roles.has('http') && !production && !mail.relay)
    lines.push(`  Outbox  ${site.origin}/dev/outbox, where mail that would leave is shown`);
  console.log(`${lines.join('\n')}\n`);
}
