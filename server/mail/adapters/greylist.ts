import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Greylist } from '../../../mail/host/greylist.ts';

/** Seconds that a first try waits. */
const WAIT = 60;

/** Once in so many tries what nobody asks for any more is swept. */
const SWEEP_ONE_IN = 500;

/**
 * Greylisting on `mail_greylist`, by the database's clock: who comes again after a minute, and within two days, is known
 * from then on, for 36 days after each message.
 */
export function createGreylist(pool: pg.Pool): Greylist {
  return {
    async secondsToWait(network, sender, recipient) {
      const triplet = createHash('sha256')
        .update(JSON.stringify([network, sender, recipient]))
        .digest();
      const { rows } = await pool.query<{ wait: number }>(TRY, [triplet, WAIT]);
      if (Math.random() < 1 / SWEEP_ONE_IN) await pool.query(SWEEP);
      return rows[0]?.wait ?? 0;
    },
  };
}

const FORGOTTEN = `mail_greylist.seen_at < now() - interval '36 days'
  or (mail_greylist.passed_at is null and mail_greylist.first_seen < now() - interval '2 days')`;

const TRY = `
  insert into mail_greylist as mail_greylist (triplet) values ($1)
  on conflict (triplet) do update set
    seen_at = now(),
    first_seen = case when ${FORGOTTEN} then now() else mail_greylist.first_seen end,
    passed_at = case
      when ${FORGOTTEN} then null
      when mail_greylist.passed_at is null and mail_greylist.first_seen <= now() - $2 * interval '1 second' then now()
      else mail_greylist.passed_at
    end
  returning case when passed_at is null
    then greatest(1, ceil($2 - extract(epoch from now() - first_seen)))::int else 0 end as wait`;

const SWEEP = `delete from mail_greylist where ${FORGOTTEN}`;
