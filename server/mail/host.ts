import type pg from 'pg';
import type { Transport } from '../../mail/host/transport.ts';
import type { MailHost } from '../../mail/host.ts';
import { recordFailedVerification } from '../forwarding/refusals/failed-verification-rules.ts';
import { recordInboxes } from '../forwarding/refusals/inbox-refusal-rules.ts';
import type { Config } from '../platform/config/config.ts';
import { listen } from '../platform/db/change-notifications.ts';
import type { Database } from '../platform/db/database.ts';
import type { LiveValue } from '../platform/db/live-value.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { Logger } from '../platform/log/log.ts';
import { SITE_CHANNEL } from '../site/site-rules.ts';
import { createAutoReplies } from './adapters/auto-replies.ts';
import { createContacts } from './adapters/contacts.ts';
import { createDuplicateSuppression, DEDUP_CHANNEL } from './adapters/dedup.ts';
import { createDeliveryRecorder } from './adapters/delivery-recorder.ts';
import { createDirectory } from './adapters/directory.ts';
import { createDirectoryCache } from './adapters/directory-cache.ts';
import { createGreylist } from './adapters/greylist.ts';
import { createLimitNotices } from './adapters/limit-notices.ts';
import { createReportStore } from './adapters/received-reports.ts';
import { senderResolver } from './adapters/sender-dns.ts';
import { createSenderTokens } from './adapters/sender-tokens.ts';
import { createSentMail } from './adapters/sent-mail.ts';
import { createSharedCounters } from './adapters/shared-counters.ts';
import { createSubmissionPolicy } from './adapters/submission-policy.ts';
import { createIsolatedAttempt } from './isolated-attempt.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { measured, smtpMetrics } from './metrics/mail-metrics.ts';
import { QUEUE_CHANNEL } from './queue/operator-store.ts';
import { createQueueStore, type PostgresQueueStore } from './queue/store.ts';
import { createResolver } from './transport.ts';

export interface OpenMailHostOptions {
  config: Config;
  db: Database;
  pool: pg.Pool;
  /** The URL of PostgreSQL itself, not of a pooler, for the connection that listens. */
  directUrl: string;
  clock: Clock;
  log: Logger;
  transport: Transport;
  /** The document of the site in this process, which emails need. */
  liveSite?: Pick<LiveValue<unknown>, 'changed'>;
}

/** The host that the mail library requires. A process opens one. */
export interface OpenMailHost {
  ports: MailHost & { queue: PostgresQueueStore };
  /** Writes what is buffered in memory. Call this when nothing uses the host any more. */
  stop(): Promise<void>;
}

export async function openMailHost(parts: OpenMailHostOptions): Promise<OpenMailHost> {
  const { config, db, pool, directUrl, clock, log, transport, liveSite } = parts;
  const resolver = createResolver(config);
  const keys = await openSigningKeys({
    folder: config.mail.dkimKeys,
    domain: config.mail.domain,
    lookUp: config.production ? async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')) : null,
    clock,
    log,
  });
  const directory = createDirectoryCache(createDirectory(db, config.adminEmails, clock));
  const contacts = createContacts({ db, mailDomain: config.mail.domain, clock, log });
  const submission = createSubmissionPolicy({ config, db, pool, clock, log });
  const queue = createQueueStore(pool);
  const duplicates = createDuplicateSuppression(pool, log);
  let isListening = false;
  // The document of the site may give features to all handles.
  const clear = () => {
    for (const cache of [directory, contacts, submission]) cache.clear(isListening);
    liveSite?.changed();
  };
  const changes = listen({
    url: directUrl,
    pool,
    channels: {
      mail_target_changed: (handle) => {
        directory.drop(handle);
        contacts.drop(handle);
        submission.drop(handle);
      },
      [SITE_CHANNEL]: clear,
      [QUEUE_CHANNEL]: () => queue.wake(),
      [DEDUP_CHANNEL]: (key) => duplicates.rememberAnnounced(key),
    },
    onGap: (listening) => {
      isListening = listening;
      clear();
    },
    log,
  });
  const written = createDeliveryRecorder({
    pool,
    clock,
    log,
    onInboxes: (seen) => recordInboxes(db, seen, clock()),
  });
  const recorder = measured(written);
  const rates = createSharedCounters(pool, log, { clock });
  const limits = createLimitNotices({ db, clock, log });
  return {
    ports: {
      directory,
      contacts,
      queue,
      senderTokens: createSenderTokens(pool, clock),
      submission,
      sentMail: createSentMail(db),
      transport,
      resolver: senderResolver(config),
      systemEmailFailed: (to, enhanced) => recordFailedVerification({ db, clock, log }, to, enhanced),
      signingKey: () => keys.current(),
      recorder: { ...recorder, limitReached: limits.reached },
      counters: rates,
      greylist: config.mail.greylist ? createGreylist(pool) : null,
      duplicates,
      autoReplies: createAutoReplies(db, clock, config.mail.sendLimits),
      reports: createReportStore({ db, adminEmails: config.adminEmails, clock }),
      attemptIsolated: createIsolatedAttempt({ db, url: directUrl, log }),
      observer: smtpMetrics,
      clock,
      log,
    },
    async stop() {
      keys.stop();
      await changes.stop();
      await contacts.stop();
      await limits.stop();
      await recorder.stop();
      await rates.stop();
      await submission.stop();
    },
  };
}
