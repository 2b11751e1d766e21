import { type RawBuilder, sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { FeaturedHandle } from '../../handle-access/entitlement.ts';
import { COMMON_FEATURES, hasFeature } from '../../handle-access/entitlement-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The forwarding of a handle. */
export interface Destination extends FeaturedHandle {
  state: HandleState;
  address: string | null;
  is_active: boolean | null;
  when_off: string | null;
  backup_address: string | null;
  paused_at: Date | null;
  /** Whether mail is deferred while the handle has no inbox. */
  is_deferred: boolean | null;
  reply_mode: string | null;
  /** Patterns of rejected senders, and the addresses of blocked contacts. */
  blocked: string[];
  /** Mailing lists whose mail is accepted even if it fails DMARC. */
  lists: string[];
  /** Whether an automatic reply is switched on and has not ended. */
  auto_reply: boolean;
  /** The inboxes of members who want the mail; null if no member does, or if the handle has no team. */
  members: MemberDestination[] | null;
}

/** The verified inbox of a member. */
export interface MemberDestination {
  id: number;
  address: string;
}

/** SQL: selects from the members of a handle, named `m`, whose inboxes get its mail. */
export function memberDestinations(selected: RawBuilder<unknown>, handleId = sql`handles.id`): RawBuilder<unknown> {
  return sql`select ${selected} from handle_members m join accounts a on a.id = m.account_id
    where m.handle_id = ${handleId} and m.mail and m.address is not null and m.wants_mail
      and m.paused_at is null and a.closed_at is null and a.suspended_at is null`;
}

/** Returns the forwarding of several handles in one query, for RCPT. Handles that do not exist are left out. */
export async function destinationsOf(db: Queryable, handles: string[], now: Date): Promise<Map<string, Destination>> {
  const { rows } = await sql<Destination>`
    select h.handle, h.state, ${COMMON_FEATURES} as common_features, f.address, f.is_active, f.when_off, f.backup_address, f.paused_at,
      h.mail_deferred_until > ${now}::timestamptz as is_deferred, s.reply_mode,
      array(select pattern from forwarding_blocks b where b.handle_id = h.id
        union select address from contacts c where c.handle_id = h.id and c.blocked) as blocked,
      array(select list_id from forwarding_lists l where l.handle_id = h.id) as lists,
      exists(select from auto_replies a where a.handle_id = h.id and a.enabled and (a.ends_at is null or a.ends_at > ${now}::timestamptz))
        as auto_reply,
      case when h.state = 'active' and ${hasFeature('teams', sql.ref('h'))} then (
        ${memberDestinations(sql`json_agg(json_build_object('id', m.id, 'address', m.address) order by m.id)`, sql`h.id`)}
      ) end as members
    from handles h left join forwardings f on f.handle_id = h.id
      left join sending_settings s on s.handle_id = h.id
    where h.handle = any(${handles}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.handle, row]));
}
