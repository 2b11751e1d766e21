import type pg from 'pg';
import { InMemoryDuplicateSuppression } from '../../../mail/delivery/dedup.ts';
import type { Log } from '../../../mail/host/runtime.ts';
import type { DuplicateSuppression } from '../../../mail/host/shared-state.ts';

/** The channel on which processes announce messages whose clients disconnected before our reply. */
export const DEDUP_CHANNEL = 'mail_unheard';

export interface SharedDuplicateSuppression extends DuplicateSuppression {
  /** Records a message that another process announced. */
  rememberAnnounced(key: string): void;
}

/**
 * Remembers, in every process, messages whose clients disconnected before our reply, because the retry may reach
 * another process. If the database cannot announce a message, only this process remembers it.
 */
export function createDuplicateSuppression(pool: pg.Pool, log: Pick<Log, 'warn'>): SharedDuplicateSuppression {
  const memory = new InMemoryDuplicateSuppression(() => performance.now());
  return {
    isDuplicate: (key) => memory.isDuplicate(key),
    rememberAnnounced: (key) => memory.remember(key),
    remember(key) {
      memory.remember(key);
      pool.query('select pg_notify($1, $2)', [DEDUP_CHANNEL, key]).catch((error: Error) => {
        log.warn(
          { event: 'mail.dedup.announce_failed', err: error },
          'other processes were not notified of a message whose client disconnected',
        );
      });
    },
  };
}
