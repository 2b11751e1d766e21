import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOnce } from 'graphile-worker';
import pino from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { SAMPLE_PROFILE } from '../../../contract/profiles/sample-profile.ts';
import { type SiteDocument, STANDARD_SITE } from '../../../contract/site/site-document.ts';
import { paypalEmulator } from '../../../fakes/paypal/emulator.ts';
import { buildApp } from '../../../server/app.ts';
import { seedSample } from '../../../server/handles/rules.ts';
import { jobTasks } from '../../../server/jobs/tasks.ts';
import { workerLog } from '../../../server/jobs/worker-log.ts';
import { SOCIAL_IMAGE_JOB } from '../../../server/page-changes/page-changes.ts';
import { LivePrices } from '../../../server/payments/prices/live-prices.ts';
import { seedStandardPackages } from '../../../server/payments/prices/package-rules.ts';
import { parseConfig } from '../../../server/platform/config/config.ts';
import { loadSecrets } from '../../../server/platform/crypto/secrets.ts';
import { openDatabase, openPool } from '../../../server/platform/db/database.ts';
import { loadPages } from '../../../server/platform/http/pages/renderer.ts';
import { createSessions } from '../../../server/platform/http/sessions/sessions.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { openStorage } from '../../../server/platform/storage/open-storage.ts';
import { LiveSite } from '../../../server/site/live-site.ts';
import { saveSite } from '../../../server/site/site-rules.ts';
import { createTestDatabase } from './test-database.ts';

export const ORIGIN = 'http://localhost:3000';

export type TestServer = Awaited<ReturnType<typeof startServer>>;

type Settings = Record<string, string>;
type ServerOptions = { emulated?: boolean; draws?: boolean; logged?: Record<string, unknown>[] };

/**
 * Starts a server before the tests of this file or suite, or before each of them, and stops it after them. The server has its
 * members from then on; a function as `env` is called then.
 */
export function useServer(
  env: Settings | (() => Settings | Promise<Settings>) = {},
  { eachTest = false, ...options }: ServerOptions & { eachTest?: boolean } = {},
): TestServer {
  const server = {} as TestServer;
  const start = async () => {
    Object.assign(server, await startServer(typeof env === 'function' ? await env() : env, options));
  };
  const stop = () => server.stop?.();
  if (eachTest) {
    beforeEach(start);
    afterEach(stop);
  } else {
    beforeAll(start);
    afterAll(stop);
  }
  return server;
}

/**
 * The real HTTP app on a separate database, for injected requests. Emails are collected and the clock can be moved. With
 * `emulated`, the PayPal emulator is mounted in the app. `logged` collects its log lines. Social images are drawn only with
 * `draws`, because a drawing takes several times the processor time of the claim that orders it.
 */
export async function startServer(env: Settings = {}, { emulated = false, draws = false, logged }: ServerOptions = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'nameplate-api-'));
  const config = parseConfig({
    PUBLIC_URL: ORIGIN,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    // Their default ports are fixed: tests at the same time, or a developer's server, would contend for them.
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    ...env,
  });
  const log = createLog(config.logLevel, true);
  const pool = openPool(database.url);
  const db = openDatabase(pool);
  await seedStandardPackages(db);
  await seedSample(db, SAMPLE_PROFILE);
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const liveSite = new LiveSite({ db, settings: config.site, log });
  const { site } = liveSite;
  const livePrices = new LivePrices(db, site, log);
  const pages = await loadPages(site, () => livePrices.current());
  const storage = await openStorage(config);
  const secrets = await loadSecrets(config.secretKeys, dataDir);
  const sessions = createSessions(config, db, clock, secrets);
  const context = { config, site, liveSite, db, clock, pages, sessions, storage, secrets };
  const { base, webhookId } = config.paypal;
  const emulator = emulated
    ? await paypalEmulator({ base, webhook: { id: webhookId, url: `${ORIGIN}/paypal/webhook` } })
    : undefined;
  const appLog = logged && pino({ level: 'trace' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const { app, pageCache, visits, checkLinkBlocklist, routes, routeLimits, calls } = await buildApp(
    context,
    appLog,
    emulator,
  );

  const emails: (Email & { sentTo: string })[] = [];
  const tasks = jobTasks(
    { config, liveSite, db, clock, storage, renderer: pages.renderer, secrets },
    async (to, message) => {
      emails.push({ ...(await PostalMime.parse(message)), sentTo: to });
    },
  );
  if (!draws) tasks[SOCIAL_IMAGE_JOB] = () => {};

  return {
    app,
    db,
    pool,
    config,
    pageCache,
    livePrices,
    liveSite,
    visits,
    checkLinkBlocklist,
    routes,
    routeLimits,
    calls,
    storage,
    dataDir,
    url: database.url,
    clock,
    /** Moves the clock forward. */
    advance(milliseconds: number) {
      ahead += milliseconds;
    },
    /** Moves the clock forward for a test that is not about sessions: everyone stays signed in, as if since just now. */
    async advanceSignedIn(milliseconds: number) {
      ahead += milliseconds;
      await db.updateTable('sessions').set({ confirmed_at: clock(), last_used_at: clock() }).execute();
    },
    /** Stores the standard document of the site with these changes, as an administrator does. */
    async setSite(changes: Partial<SiteDocument>) {
      await db.transaction().execute((trx) => saveSite(trx, { ...STANDARD_SITE, ...changes }));
      await liveSite.load();
    },
    /** Runs the queued jobs and returns the emails that they sent. */
    async sentEmails() {
      const before = emails.length;
      await runOnce({ pgPool: pool, taskList: tasks, noHandleSignals: true, logger: workerLog(log) });
      return emails.slice(before);
    },
    async stop() {
      livePrices.stop();
      liveSite.stop();
      await app.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
