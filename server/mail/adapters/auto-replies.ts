import { sql } from 'kysely';
import { withSenderName } from '../../../contract/sending/auto-reply.ts';
import type { AutoReplies } from '../../../mail/host/auto-replies.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import type { FeaturedHandle } from '../../handle-access/entitlement.ts';
import { COMMON_FEATURES, hasFeature } from '../../handle-access/entitlement-store.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { limitsOf, type PlanLimits } from '../../sending/limits/limits-rules.ts';

/** Divides a handle's sending limit: automatic replies may use only this part, so that strangers cannot exhaust it. */
const SHARE = 4;

interface TakenReply extends FeaturedHandle {
  subject: string;
  text: string;
  display_name: string | null;
}

/**
 * Returns the store of automatic replies. A sender is remembered by inbox, so that addresses with other tags get no
 * further reply. Every `take` checks dates, plan and pause, because the directory may be cached.
 */
export function createAutoReplies(db: Database, clock: Clock, plans: PlanLimits): AutoReplies {
  return {
    async take(key, { address, name }) {
      const at = clock();
      const person = address.toLowerCase();
      // One statement: the second of two processes waits for the row of the first, and then finds it too new. A row
      // from the future comes from a process whose clock was wrong. The message itself is already among the contacts
      // and deliveries, so only those older than a minute are considered.
      const { rows } = await sql<TakenReply>`
        with reply as (
          select r.handle_id, r.subject, r.text, r.every_days, h.display_name
          from auto_replies r join handles h on h.id = r.handle_id
            left join sending_settings s on s.handle_id = h.id
          where h.handle = ${key} and h.state = 'active' and ${hasFeature('auto-reply', sql.ref('h'))}
            and s.paused_at is null and r.enabled
            and (r.starts_at is null or r.starts_at <= ${at}) and (r.ends_at is null or r.ends_at > ${at})
            and (
              r.audience = 'everybody'
              or exists (
                select from contacts c where c.handle_id = h.id and c.address = ${person}
                  and c.created_at < ${at}::timestamptz - interval '1 minute'
              )
              or exists (
                select from flights f where f.handle_id = h.id and f.direction = 'received' and lower(f.sender) = ${person}
                  and f.state in ('delivered', 'handed-on') and f.received_at < ${at}::timestamptz - interval '1 minute'
              )
            )
        ), marked as (
          insert into auto_reply_recipients as a (handle_id, address, replied_at)
          select handle_id, ${inboxKey(person)}, ${at} from reply
          on conflict (handle_id, address) do update set replied_at = excluded.replied_at
          where a.replied_at <= excluded.replied_at - (select every_days from reply) * interval '1 day'
            or a.replied_at > excluded.replied_at + interval '1 day'
          returning handle_id
        )
        select ${key}::text as handle, ${COMMON_FEATURES} as common_features, subject, text, display_name from reply join marked using (handle_id)`.execute(
        db,
      );
      const [row] = rows;
      const limits = row && limitsOf(row, plans);
      if (!limits) return null;
      return {
        name: row.display_name ?? '',
        subject: withSenderName(row.subject, name),
        text: withSenderName(row.text, name),
        hourly: Math.max(1, Math.floor(limits.hour / SHARE)),
        daily: Math.max(1, Math.floor(limits.day / SHARE)),
      };
    },

    async release(key, address) {
      await sql`delete from auto_reply_recipients a using handles h
        where h.id = a.handle_id and h.handle = ${key} and a.address = ${inboxKey(address)}`.execute(db);
    },
  };
}
