import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { buildApp } from './app.ts';
import { LivePrices } from './payments/prices/live-prices.ts';
import { PRICES_CHANNEL } from './payments/prices/package-rules.ts';
import type { Config } from './platform/config/config.ts';
import { portError } from './platform/config/start-error.ts';
import { listen } from './platform/db/change-notifications.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { ReplicaReads } from './platform/db/replica-reads.ts';
import { drainConnections } from './platform/http/drain-connections.ts';
import { loadPages } from './platform/http/pages/renderer.ts';
import { startSharingAssets } from './platform/http/pages/shared-assets.ts';
import { createSessions } from './platform/http/sessions/sessions.ts';
import type { Clock } from './platform/jobs/clock.ts';
import type { Logger } from './platform/log/log.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { LiveSite } from './site/live-site.ts';
import { SITE_CHANNEL } from './site/site-rules.ts';

/**
 * Connections that the kernel queues until the process accepts them. In a burst, it drops further ones, whose clients
 * retry after a second.
 */
const BACKLOG = 4096;

/** Starts the role `http`, which serves pages and calls on PORT. */
export async function startHttp(parts: {
  config: Config;
  liveSite: LiveSite;
  db: Database;
  pool: pg.Pool;
  /** Address of PostgreSQL itself, for the connection that listens. */
  directUrl: string;
  /** Connections to a streaming replica that serves reads of public pages. */
  replicaPool?: pg.Pool | undefined;
  clock: Clock;
  log: Logger;
  storage: Storage;
  secrets: string[];
  paypalEmulator?: FastifyPluginAsync | undefined;
}): Promise<{ stop(): Promise<void> }> {
  const { config, liveSite, db, pool, directUrl, replicaPool, clock, log, storage, secrets } = parts;
  const replica = replicaPool && new ReplicaReads({ primary: db, replica: openDatabase(replicaPool), log });
  const { site } = liveSite;
  const prices = new LivePrices(db, site, log);
  const context = {
    config,
    site,
    liveSite,
    db,
    replica,
    clock,
    pages: await loadPages(site, () => prices.current()),
    sessions: createSessions(config, db, clock, secrets),
    storage,
    secrets,
  };
  const { app, pageCache, hiddenPictures } = await buildApp(context, log, parts.paypalEmulator);
  await Promise.all([hiddenPictures.load(), prices.load()]);
  liveSite.onChange(() => prices.changed());
  const changes = listen({
    url: directUrl,
    pool,
    channels: {
      profile_changed: (handle) => {
        replica?.changed(handle);
        pageCache.drop(handle);
      },
      pictures_hidden: (payload) => hiddenPictures.changed(payload),
      [PRICES_CHANNEL]: () => prices.changed(),
      [SITE_CHANNEL]: () => liveSite.changed(),
    },
    onGap: (listening) => {
      replica?.listening(listening);
      pageCache.notified(listening);
      hiddenPictures.notified(listening);
      if (!listening) return;
      prices.changed();
      liveSite.changed();
    },
    log,
  });
  // Local mode runs one process at a time.
  const assets = config.production ? await startSharingAssets({ db, storage, clock, log }) : undefined;
  // In local mode no proxy is in front.
  if (config.production) drainConnections(app);
  try {
    await app.listen({ host: config.listenHost, port: config.port, backlog: BACKLOG });
  } catch (error) {
    assets?.stop();
    prices.stop();
    await changes.stop();
    throw portError(error, config.port, 'PORT');
  }
  return {
    async stop() {
      assets?.stop();
      prices.stop();
      await app.close();
      await changes.stop();
    },
  };
}
