import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Greylist } from '../../../mail/host/shared-state.ts';

/** Seconds that a new sender must wait. */
const DELAY = 60;

/** One attempt in this many, on average, deletes expired entries. */
const CLEANUP_ODDS = 500;

/**
 * Returns a greylist in `mail_greylist` that uses the clock of the database. A client that retries after a minute and
 * within two days passes, and stays known for 36 days after each message.
 */
export function createGreylist(pool: pg.Pool): Greylist {
  return {
    async secondsToWait(network, sender, recipient) {
      const triplet = createHash('sha256')
        .update(JSON.stringify([network, sender, recipient]))
        .digest();
      const { rows } = await pool.query<{ wait: number }>(RECORD_ATTEMPT, [triplet, DELAY]);
      if (Math.random() < 1 / CLEANUP_ODDS) await pool.query(DELETE_EXPIRED);
      return rows[0]?.wait ?? 0;
    },
  };
}

const EXPIRED = `mail_greylist.seen_at < now() - interval '36 days'
  or (mail_greylist.passed_at is null and mail_greylist.first_seen < now() - interval '2 days')`;

const RECORD_ATTEMPT = `
  insert into mail_greylist as mail_greylist (triplet) values ($1)
  on conflict (triplet) do update set
    seen_at = now(),
    first_seen = case when ${EXPIRED} then now() else mail_greylist.first_seen end,
    passed_at = case
      when ${EXPIRED} then null
      when mail_greylist.passed_at is null and mail_greylist.first_seen <= now() - $2 * interval '1 second' then now()
      else mail_greylist.passed_at
    end
  returning case when passed_at is null
    then greatest(1, ceil($2 - extract(epoch from now() - first_seen)))::int else 0 end as wait`;

const DELETE_EXPIRED = `delete from mail_greylist where ${EXPIRED}`;
