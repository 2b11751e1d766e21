import type pg from 'pg';
import { HOUR } from '../../../contract/time.ts';
import type { SenderTokens } from '../../../mail/host/shared-state.ts';
import type { Clock } from '../../platform/jobs/clock.ts';

const DELETE_INTERVAL = HOUR;

/** Stores envelope senders that are too long for an address. Adding one deletes expired ones, at most once an hour. */
export function createSenderTokens(pool: pg.Pool, clock: Clock): SenderTokens {
  let deletedAt = Number.NEGATIVE_INFINITY;
  return {
    async put(token, value, until) {
      await pool.query(
        `insert into mail_sender_tokens (token, value, expires_at) values ($1, $2, $3)
         on conflict (token) do update set expires_at = greatest(mail_sender_tokens.expires_at, excluded.expires_at)`,
        [token, value, until],
      );
      if (performance.now() - deletedAt < DELETE_INTERVAL) return;
      deletedAt = performance.now();
      await pool.query('delete from mail_sender_tokens where expires_at < $1', [clock()]);
    },

    async get(token) {
      const { rows } = await pool.query<{ value: string }>(
        'select value from mail_sender_tokens where token = $1 and expires_at > $2',
        [token, clock()],
      );
      return rows[0]?.value ?? null;
    },
  };
}
