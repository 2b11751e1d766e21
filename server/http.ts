import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { buildApp } from './app.ts';
import type { Clock } from './plumbing/clock.ts';
import type { Config } from './plumbing/config.ts';
import type { Database } from './plumbing/database.ts';
import { loadPages } from './plumbing/documents.ts';
import type { Logger } from './plumbing/log.ts';
import { listen } from './plumbing/notify.ts';
import { createSessions } from './plumbing/sessions.ts';
import { portError } from './plumbing/start-error.ts';
import type { Storage } from './plumbing/storage.ts';

/** Starts the role `http`: pages and calls on PORT. */
export async function startHttp(parts: {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** Of PostgreSQL itself, for the connection that listens. */
  directUrl: string;
  clock: Clock;
  log: Logger;
  storage: Storage;
  secrets: string[];
  paypalEmulator?: FastifyPluginAsync | undefined;
}): Promise<{ stop(): Promise<void> }> {
  const { config, db, pool, directUrl, clock, log, storage, secrets } = parts;
  const context = {
    config,
    site: config.site,
    db,
    clock,
    pages: await loadPages(config.site),
    sessions: createSessions(config, db, clock, secrets),
    storage,
    secrets,
  };
  const { app, pageCache } = await buildApp(context, log, parts.paypalEmulator);
  const changes = listen({
    url: directUrl,
    pool,
    channels: { profile_changed: (handle) => pageCache.drop(handle) },
    onGap: (listening) => pageCache.notified(listening),
    log,
  });
  try {
    await app.listen({ host: config.listenHost, port: config.port });
  } catch (error) {
    await changes.stop();
    throw portError(error, config.port, 'PORT');
  }
  return {
    async stop() {
      await app.close();
      await changes.stop();
    },
  };
}
