import type pg from 'pg';
import { UnheardInMemory } from '../../../mail/dedup.ts';
import type { Log, Unheard } from '../../../mail/host.ts';

/** The channel on which processes tell each other of messages whose senders vanished. */
export const UNHEARD_CALLS = 'mail_unheard';

export interface SharedUnheard extends Unheard {
  /** Another process tells of one. */
  heardElsewhere(key: string): void;
}

/**
 * Remembers messages whose senders vanished, in every process: whoever comes again may be dealt to another one. Where the
 * database cannot pass it on, this process remembers alone.
 */
export function createUnheard(pool: pg.Pool, log: Pick<Log, 'warn'>): SharedUnheard {
  const memory = new UnheardInMemory(() => performance.now());
  return {
    knows: (key) => memory.knows(key),
    heardElsewhere: (key) => memory.remember(key),
    remember(key) {
      memory.remember(key);
      pool.query('select pg_notify($1, $2)', [UNHEARD_CALLS, key]).catch((error: Error) => {
        log.warn({ err: error }, 'other processes cannot be told of a sender that vanished');
      });
    },
  };
}
