import type pg from 'pg';
import type { Log } from '../../../mail/host/runtime.ts';
import type { SubmissionPolicy } from '../../../mail/host/submission-policy.ts';
import type { Config } from '../../platform/config/config.ts';
import { createBatcher } from '../../platform/db/batcher.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/statement.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { type Reservation, reserveAll } from '../../sending/limits/limits-rules.ts';
import { type Bounce, countBounce } from '../../sending/pauses/pauses-rules.ts';
import { handleOfUser, matchPasswords, readSender, refusalOf } from '../../sending/submission/submission-rules.ts';
import { suppressedAmong } from '../../sending/suppressions/suppressions-rules.ts';
import { provesFailure } from '../queue/transaction.ts';
import { createNotifiedCache } from './notified-cache.ts';
import { createPasswordUses } from './password-uses.ts';

/** Senders kept in memory. */
const MAX_SENDERS = 20_000;
/** Maximum number of bounces that wait for the database; further ones are logged but not counted. */
const MAX_WAITING_BOUNCES = 10_000;

export interface SubmissionPolicyParts {
  config: Pick<Config, 'site' | 'adminEmails' | 'mail'>;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Decides from the database which clients may send. Senders are cached until a notification of their change. */
export interface DatabaseSubmissionPolicy extends SubmissionPolicy {
  /** Drops a handle that may have changed. */
  drop(handle: string): void;
  /** Drops everything. Caches nothing while `listening` is false. */
  clear(listening: boolean): void;
  /** Resolves when all bounces so far are counted and the uses of passwords are written. */
  flush(): Promise<void>;
  /** Writes what is in memory and ends. */
  stop(): Promise<void>;
}

export function createSubmissionPolicy({
  config,
  db,
  pool,
  clock,
  log,
}: SubmissionPolicyParts): DatabaseSubmissionPolicy {
  const { site, adminEmails } = config;
  const { domain, sendLimits } = config.mail;
  const senders = createNotifiedCache((handle) => readSender(db, handle), MAX_SENDERS);
  const uses = createPasswordUses({ db, clock, log });
  // Passwords are not cached, so a revoked one fails immediately, and names that do not exist take the same work.
  const match = createBatcher((tried: { handle: string; password: string }[]) => matchPasswords(db, tried), {
    maxSize: 64,
    concurrency: 2,
    retryAlone: () => false,
  });
  const run = prepared(pool);
  // One batch at a time: messages that arrive in the meantime share the next statement and its commit.
  const reserve = createBatcher((asked: Reservation[]) => reserveAll(db, sendLimits, asked, clock(), run), {
    maxSize: 64,
    concurrency: 1,
    retryAlone: provesFailure,
  });
  let waitingBounces = 0;
  let counting = Promise.resolve();

  async function count(bounce: Bounce): Promise<void> {
    try {
      await countBounce({ db, adminEmails }, bounce, clock());
    } catch (error) {
      log.warn({ event: 'sending.bounce.not_counted', handle: bounce.handle, err: error }, 'a bounce was not counted');
    } finally {
      waitingBounces -= 1;
    }
  }

  return {
    async authenticate(user, password, client) {
      const handle = handleOfUser(user, domain);
      const passwordId = await match({ handle, password });
      if (passwordId === null) return null;
      uses.note(passwordId, client);
      return { passwordId, key: handle, address: `${handle}@${domain}` };
    },

    async check({ key, passwordId }) {
      return refusalOf(await senders.get(key), passwordId, site);
    },

    async suppressed(key, recipients) {
      // The cached sender has a flag for this, because nearly all handles have no suppressed recipient.
      const sender = await senders.get(key);
      return sender?.has_suppressed ? suppressedAmong(db, key, recipients) : new Set();
    },

    async reserve(key, recipients) {
      const { common_features } = (await senders.get(key)) ?? {};
      const reached = await reserve({ handle: key, common_features, recipients });
      if (!reached) return null;
      const { text, until } = reached;
      return until ? { code: 450, enhanced: '4.7.1', text } : { code: 550, enhanced: '5.7.1', text };
    },

    async inboxOf(key) {
      return (await senders.get(key))?.inbox ?? null;
    },

    async hiddenAddressesOf(key) {
      return (await senders.get(key))?.hidden ?? [];
    },

    bounced(key, recipient, enhanced, hard, isCounted = true) {
      if (waitingBounces >= MAX_WAITING_BOUNCES) {
        log.warn({ event: 'sending.bounce.not_counted', handle: key }, 'too many bounces wait to be counted');
        return;
      }
      waitingBounces += 1;
      // One after the other, because a burst of bounces must not occupy the connections of the process.
      counting = counting.then(() => count({ handle: key, recipient, enhanced, hard, isCounted }));
    },

    drop(handle) {
      senders.drop(handle);
    },

    clear(listening) {
      senders.clear(listening);
    },

    async flush() {
      await counting;
      await uses.flush();
    },

    async stop() {
      await counting;
      await uses.stop();
    },
  };
}
