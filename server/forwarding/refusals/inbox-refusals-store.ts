import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { REFUSALS_TO_TELL } from '../shared/mail-state.ts';

/** An inbox of a handle: the first, the second, or that of a member. */
export type InboxKind = 'first' | 'second' | 'member';

/** Attempts of a batch that one inbox refused for the same reason; `id` is that of the handle or member. */
export interface Refusals {
  id: number;
  kind: 'gone' | 'full' | 'down';
  count: number;
}

/** An inbox after its refusals were counted, with the verified address of the account that set it. */
export interface CountedInbox {
  handle_id: number;
  handle: string;
  address: string;
  account_email: string | null;
  refusal: Refusals['kind'];
  /** Consecutive refusals before this batch, and including it. */
  before: number;
  refusals: number;
  paused: boolean;
}

/**
 * Forwarding is paused after this many consecutive refusals because the inbox does not exist, over at least this many seconds.
 */
const GONE_COUNT = 5;
const GONE_SECONDS = 3600;

/** The columns with the counts of an inbox. */
const COLUMNS = {
  first: { table: 'forwardings', id: 'handle_id', prefix: '' },
  second: { table: 'forwardings', id: 'handle_id', prefix: 'backup_' },
  member: { table: 'handle_members', id: 'id', prefix: '' },
} as const;

/** Resets the refusals of inboxes that accepted mail. */
export async function clearRefusals(db: Queryable, inbox: InboxKind, ids: number[]): Promise<void> {
  const { table, id, prefix } = COLUMNS[inbox];
  await sql`update ${sql.table(table)} set ${sql.ref(`${prefix}refusal`)} = null, ${sql.ref(`${prefix}refusals`)} = 0,
      ${sql.ref(`${prefix}refused_since`)} = null
    where ${sql.ref(id)} = any(${ids}::integer[]) and ${sql.ref(`${prefix}refusal`)} is not null`.execute(db);
}

/**
 * Adds refusals to their inboxes. A temporary error changes nothing while the inbox does not exist or is full. A full
 * inbox that no longer exists, or the reverse, still refuses mail: enough of the count remains for that, but not for a
 * pause. Pauses first inboxes and members' inboxes that do not exist.
 */
export async function countRefusals(
  db: Queryable,
  inbox: InboxKind,
  refusals: Refusals[],
  now: Date,
): Promise<CountedInbox[]> {
  const { table, id, prefix } = COLUMNS[inbox];
  const column = (name: string) => sql.ref(`w.${prefix}${name}`);
  const set = (name: string) => sql.ref(`${prefix}${name}`);
  const count = sql`case when ${column('refusal')} = s.kind then ${column('refusals')}
    when ${column('refusal')} <> 'down' and s.kind <> 'down' then least(${column('refusals')}, ${REFUSALS_TO_TELL}::integer) else 0 end`;
  const since = sql`case when ${column('refusal')} = s.kind then ${column('refused_since')} else ${now}::timestamptz end`;
  const isGone = sql`s.kind = 'gone' and ${count} + s.count >= ${GONE_COUNT}
    and ${since} <= ${now}::timestamptz - ${GONE_SECONDS} * interval '1 second'`;
  const pause =
    inbox === 'second'
      ? sql``
      : sql`, paused_at = case when ${isGone} then ${now}::timestamptz end
          ${inbox === 'first' ? sql`, pause_reason = case when ${isGone} then 'inbox-gone' end` : sql``}`;
  const { rows } = await sql<CountedInbox>`
    with seen as (
      -- The same order in all processes, so that they cannot deadlock.
      select * from unnest(${refusals.map((one) => one.id)}::integer[], ${refusals.map(({ kind }) => kind)}::text[],
        ${refusals.map((one) => one.count)}::integer[]) as s (id, kind, count) order by id
    ), counted as (
      update ${sql.table(table)} w set
        ${set('refusal')} = s.kind, ${set('refusals')} = ${count} + s.count, ${set('refused_since')} = ${since} ${pause}
      from seen s
      where w.${sql.ref(id)} = s.id and ${column('address')} is not null
        and ${inbox === 'second' ? sql`true` : sql`w.paused_at is null`}
        and (s.kind <> 'down' or coalesce(${column('refusal')}, 'down') = 'down')
      returning w.handle_id, ${inbox === 'member' ? sql`w.account_id` : sql`null::integer`} as member_account,
        ${column('address')} as address, ${column('refusal')} as refusal, ${column('refusals')} - s.count as before,
        ${column('refusals')} as refusals, ${inbox === 'second' ? sql`false` : sql`w.paused_at is not null`} as paused
    )
    select c.*, h.handle, a.email as account_email
    from counted c join handles h on h.id = c.handle_id
      left join accounts a on a.id = coalesce(c.member_account, h.account_id) and a.email_verified_at is not null`.execute(
    db,
  );
  return rows;
}
