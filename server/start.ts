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
    await migrateOnceUp(url, log).catch((error: Error) => {
      throw new StartError(
        `The database can't be used: ${error.message || 'no connection'}\nCheck DATABASE_URL.`,
        error,
      );
    });
    const pool = openPool(url);
    undo.add(() => pool.end());
    const db = openDatabase(pool);
    await seedStandardPackages(db);
    await seedSample(db, SAMPLE_PROFILE);

    const secrets = await loadSecrets(config.secretKeys, config.dataDir);
    const wayOut = createWayOut(config, log);
    undo.add(() => wayOut.close());
    const storage = await openStorage(config);
    const parts = { config, db, pool, url, clock: systemClock, log, secrets, wayOut, storage, ...fakes };
    let opened: MailHost | undefined;
    const mailHost = async () => {
      if (opened) return opened;
      const host = await openMailHost(parts);
      undo.add(() => host.stop());
      opened = host;
      return host;
    };
    const sendLetter = config.roles.has('jobs') ? createLetterSender(config, (await mailHost()).ports) : undefined;
    let jobs: { stop(): Promise<void> } | undefined;
    undo.add(() => jobs?.stop());
    let startQueue: (() => void) | undefined;
    if (config.roles.has('mail')) {
      const apart = config.mail.processes > 0;
      const own = apart ? undefined : await startMail({ ...parts, host: await mailHost() });
      const mail = own ?? (await startMailProcesses(parts));
      undo.add(() => mail.stop());
      startQueue = own?.startQueue;
    }
    if (config.roles.has('http')) {
      const http = await startHttp(parts);
      undo.add(() => http.stop());
    }
    const isServing = config.roles.has('http');
    if (isServing) announce(config);
    // Last: whatever a job or a queued mail does, this process has begun to serve.
    startQueue?.();
    if (sendLetter) jobs = await startJobs({ ...parts, renderer: await loadRenderer() }, sendLetter);
    if (!isServing) announce(config);
    return { stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
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
