import { sql } from 'kysely';
import type { HandleState } from '../../../db/schema.ts';
import type { FeaturedHandle } from '../../handle-access/entitlement.ts';
import { COMMON_FEATURES } from '../../handle-access/entitlement-store.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** The data that decides whether a handle may send now, and that is needed for each of its messages. */
export interface SenderRow extends FeaturedHandle {
  state: HandleState;
  pause_reason: string | null;
  password_ids: number[];
  /** The verified inbox; null without one, if the inbox no longer exists, or if its owner stopped our mail. */
  inbox: string | null;
  /** Addresses of the owner that must stay hidden: both inboxes, even if not in use, and that of the account. */
  hidden: string[];
  /** Whether any recipient is suppressed. */
  has_suppressed: boolean;
}

/**
 * SQL for a query of `app_passwords p`: a member's password works while the member manages the handle and has an open account.
 */
const USABLE = sql`(p.member_id is null or exists (
  select from handle_members m join accounts a on a.id = m.account_id
  where m.id = p.member_id and m.role = 'manager' and a.closed_at is null and a.suspended_at is null))`;

/** Returns a handle as a sender; undefined if it does not exist. */
export async function findSender(db: Queryable, handle: string): Promise<SenderRow | undefined> {
  const { rows } = await sql<SenderRow>`
    select h.handle, h.state, ${COMMON_FEATURES} as common_features, s.pause_reason,
      array(select id from app_passwords p where p.handle_id = h.id and ${USABLE}) as password_ids,
      case when f.paused_at is null then f.address end as inbox,
      array_remove(array[f.address, f.backup_address, a.email], null) as hidden,
      exists (select from suppressed_recipients r where r.handle_id = h.id) as has_suppressed
    from handles h left join sending_settings s on s.handle_id = h.id left join forwardings f on f.handle_id = h.id
      left join accounts a on a.id = h.account_id
    where h.handle = ${handle}`.execute(db);
  return rows[0];
}

/** Returns the id of the app password for each handle and hash, in the same order; null where they do not match. */
export async function findPasswordIds(
  db: Queryable,
  tried: { handle: string; secretHash: Buffer }[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ id: number | null }>`
    select p.id from unnest(${tried.map(({ handle }) => handle)}::text[],
      ${tried.map(({ secretHash }) => secretHash)}::bytea[]) with ordinality as t (handle, secret_hash, position)
    left join (app_passwords p join handles h on h.id = p.handle_id)
      on p.secret_hash = t.secret_hash and h.handle = t.handle and ${USABLE}
    order by t.position`.execute(db);
  return rows.map(({ id }) => id);
}

/** A use of an app password. */
export interface PasswordUse {
  id: number;
  at: Date;
  network: string;
}

/** Records the last use of app passwords. Rows are locked in the order of ids, so that processes cannot deadlock. */
export async function updateLastUses(db: Queryable, uses: PasswordUse[]): Promise<void> {
  await sql`
    with used as (
      select * from unnest(${uses.map(({ id }) => id)}::integer[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[],
        ${uses.map(({ network }) => network)}::text[]) as u (id, at, network)
    ), locked as (
      select id from app_passwords where id in (select id from used) order by id for no key update
    )
    update app_passwords p set last_used_at = used.at, last_used_from = used.network
    from used join locked on locked.id = used.id
    where p.id = used.id and (p.last_used_at is null or p.last_used_at < used.at)`.execute(db);
}
