import type pg from 'pg';
import type { MailPorts, WayOut } from '../../mail/ports.ts';
import type { Clock } from '../plumbing/clock.ts';
import type { Config } from '../plumbing/config.ts';
import type { Database } from '../plumbing/database.ts';
import type { Logger } from '../plumbing/log.ts';
import { listen } from '../plumbing/notify.ts';
import { openSigningKeys } from '../plumbing/signing-keys.ts';
import { createDirectory } from './directory.ts';
import { createDirectoryCache } from './directory-cache.ts';
import { createRecorder } from './flight-recorder.ts';
import { createGreylist } from './greylist.ts';
import { createIsolatedAttempt } from './isolated-copies.ts';
import { createLimitNotices } from './limit-notices.ts';
import { createResolver } from './mail-host.ts';
import { QUEUE_CALLS } from './queue-operator-store.ts';
import { createQueueStore, type WakefulQueue } from './queue-store.ts';
import { createRates } from './rates.ts';
import { senderResolver } from './sender-dns.ts';
import { createSenderTokens } from './sender-tokens.ts';
import { createUnheard, UNHEARD_CALLS } from './unheard.ts';

export interface MailHostParts {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** Of PostgreSQL itself, for the connection that listens. */
  directUrl: string;
  clock: Clock;
  log: Logger;
  wayOut: WayOut;
}

/** What the mail library asks of us, once a process. */
export interface MailHost {
  ports: MailPorts & { queue: WakefulQueue };
  /** Writes down what is only in memory yet. To be called when nothing uses the ports any more. */
  stop(): Promise<void>;
}

/** Opens what the mail library asks of us. */
export async function openMailHost(parts: MailHostParts): Promise<MailHost> {
  const { config, db, pool, directUrl, clock, log, wayOut } = parts;
  const resolver = createResolver(config);
  const keys = await openSigningKeys({
    folder: config.mail.dkimKeys,
    domain: config.mail.domain,
    lookUp: config.production ? async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')) : null,
    clock,
    log,
  });
  const directory = createDirectoryCache(createDirectory(db, config.adminEmails));
  const queue = createQueueStore(pool);
  const unheard = createUnheard(pool, log);
  const changes = listen({
    url: directUrl,
    pool,
    channels: {
      mail_target_changed: (handle) => directory.drop(handle),
      [QUEUE_CALLS]: () => queue.wake(),
      [UNHEARD_CALLS]: (key) => unheard.heardElsewhere(key),
    },
    onGap: (listening) => directory.clear(listening),
    log,
  });
  const recorder = createRecorder(pool, clock, log);
  const rates = createRates(pool, log);
  const limits = createLimitNotices({ db, clock, log });
  return {
    ports: {
      directory,
      queue,
      tokens: createSenderTokens(pool),
      wayOut,
      resolver: senderResolver(config),
      signingKey: () => keys.current(),
      recorder: { ...recorder, limitReached: limits.reached },
      rates,
      greylist: config.mail.greylist ? createGreylist(pool) : null,
      unheard,
      isolated: createIsolatedAttempt({ db, url: directUrl, log }),
      clock: { now: clock },
      log,
    },
    async stop() {
      keys.stop();
      await changes.stop();
      await limits.stop();
      await recorder.stop();
      await rates.stop();
    },
  };
}
