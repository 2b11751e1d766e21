import { sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Where mail for a handle goes. */
export interface Destination {
  handle: string;
  state: HandleState;
  address: string | null;
  is_active: boolean | null;
  when_off: string | null;
  backup_address: string | null;
  paused_at: Date | null;
  /** Senders that are turned away. */
  blocked: string[];
  /** Mailing lists whose mail may fail DMARC. */
  lists: string[];
}

/** What the SMTP server asks at RCPT, for many at once; what is not there is left out. */
export async function destinationsOf(db: Queryable, handles: string[]): Promise<Map<string, Destination>> {
  const { rows } = await sql<Destination>`
    select h.handle, h.state, f.address, f.is_active, f.when_off, f.backup_address, f.paused_at,
      array(select pattern from forwarding_blocks b where b.handle_id = h.id) as blocked,
      array(select list_id from forwarding_lists l where l.handle_id = h.id) as lists
    from handles h left join forwardings f on f.handle_id = h.id
    where h.handle = any(${handles}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.handle, row]));
}
