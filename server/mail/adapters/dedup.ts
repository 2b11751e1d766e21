import type pg from 'pg';
import { InMemoryDuplicateSuppression } from '../../../mail/dedup.ts';
import type { DuplicateSuppression } from '../../../mail/host/duplicate-suppression.ts';
import type { Log } from '../../../mail/host/log.ts';

/** The channel on which processes tell each other of messages whose senders vanished. */
export const DEDUP_CHANNEL = 'mail_unheard';

export interface SharedDuplicateSuppression extends DuplicateSuppression {
  /** Another process tells of one. */
  heardElsewhere(key: string): void;
}

/**
 * Remembers messages whose senders vanished, in every process: whoever comes again may be dealt to another one. Where the
 * database cannot pass it on, this process remembers alone.
 */
export function createDuplicateSuppression(pool: pg.Pool, log: Pick<Log, 'warn'>): SharedDuplicateSuppression {
  const memory = new InMemoryDuplicateSuppression(() => performance.now());
  return {
    isDuplicate: (key) => memory.isDuplicate(key),
    heardElsewhere: (key) => memory.remember(key),
    remember(key) {
      memory.remember(key);
      pool.query('select pg_notify($1, $2)', [DEDUP_CHANNEL, key]).catch((error: Error) => {
        log.warn({ err: error }, 'other processes cannot be told of a sender that vanished');
      });
    },
  };
}
