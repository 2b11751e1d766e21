import { sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The forwarding of a handle. */
export interface Destination {
  handle: string;
  state: HandleState;
  address: string | null;
  is_active: boolean | null;
  when_off: string | null;
  backup_address: string | null;
  paused_at: Date | null;
  reply_mode: string | null;
  /** Patterns of rejected senders, and the addresses of blocked contacts. */
  blocked: string[];
  /** Mailing lists whose mail may fail DMARC. */
  lists: string[];
  /** An automatic reply is switched on and has not ended. */
  auto_reply: boolean;
}

/**
 * Returns the forwarding of several handles in one query, for the SMTP server at RCPT. Handles that do not exist are left
 * out.
 */
export async function destinationsOf(db: Queryable, handles: string[]): Promise<Map<string, Destination>> {
  const { rows } = await sql<Destination>`
    select h.handle, h.state, f.address, f.is_active, f.when_off, f.backup_address, f.paused_at,
      s.reply_mode,
      array(select pattern from forwarding_blocks b where b.handle_id = h.id
        union select address from contacts c where c.handle_id = h.id and c.blocked) as blocked,
      array(select list_id from forwarding_lists l where l.handle_id = h.id) as lists,
      exists(select from auto_replies a where a.handle_id = h.id and a.enabled and (a.ends_at is null or a.ends_at > now()))
        as auto_reply
    from handles h left join forwardings f on f.handle_id = h.id
      left join sending_settings s on s.handle_id = h.id
    where h.handle = any(${handles}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.handle, row]));
}
