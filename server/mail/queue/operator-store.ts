import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Selects copies by id, handle or domain; all copies if empty. */
export interface CopyFilter {
  id?: string | undefined;
  handle?: string | undefined;
  domain?: string | undefined;
}

/** A copy in the queue, as an operator sees it. */
export interface QueuedCopy {
  id: string;
  message_id: string;
  /** Set for one of several copies for a recipient. */
  group_id: string | null;
  member_id: number | null;
  key: string;
  recipient: string;
  sender: string;
  report_to: string;
  destination: string;
  attempts: number;
  deaths: number;
  next_try_at: Date;
  last_words: string | null;
  held: boolean;
  /** Whether a process is attempting the copy. */
  under_way: boolean;
  size: string;
  created_at: Date;
  /** Seconds since the copy was accepted. */
  age: number;
}

function matches({ id, handle, domain }: CopyFilter): RawBuilder<boolean> {
  return sql<boolean>`(${id ?? null}::text is null or r.id = ${id ?? null})
    and (${handle ?? null}::text is null or r.key = ${handle ?? null})
    and (${domain ?? null}::text is null or r.domain = ${domain ?? null})`;
}

const isFree = sql<boolean>`(r.lease_until is null or r.lease_until <= now())`;

/** Returns copies in the order of their ids, which is also that of their age, starting after `after`. */
export async function findCopies(
  db: Queryable,
  filter: CopyFilter,
  page: { limit: number; after?: string | undefined },
): Promise<QueuedCopy[]> {
  const { rows } = await sql<QueuedCopy>`
    select r.id, r.message_id, r.group_id, r.member_id, r.key, r.recipient, r.sender, m.report_to, r.destination, r.attempts, r.deaths, r.next_try_at,
      r.last_words, r.held, not ${isFree} as under_way, m.size, m.created_at,
      extract(epoch from now() - m.created_at)::float8 as age
    from mail_recipients r join mail_messages m on m.id = r.message_id
    where ${matches(filter)} and (${page.after ?? null}::text is null or r.id > ${page.after ?? null})
    order by r.id limit ${page.limit}`.execute(db);
  return rows;
}

/** Holds copies back or releases them. Returns the number of changed copies. */
export async function setHeld(db: Queryable, filter: CopyFilter, held: boolean): Promise<number> {
  // A released copy is attempted like any other, even if it made processes die before.
  const result =
    await sql`update mail_recipients r set held = ${held}, deaths = case when ${held} then r.deaths else 0 end
    where ${matches(filter)} and (r.held <> ${held} or (not ${held} and r.deaths > 0))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** The channel that makes all mail processes check the queue. */
export const QUEUE_CHANNEL = 'mail_queue_due';

/** Makes all mail processes check the queue now instead of at their next interval. */
export async function wakeQueueRunners(db: Queryable): Promise<void> {
  await sql`select pg_notify(${QUEUE_CHANNEL}, '')`.execute(db);
}

/** Makes copies due now, except held and running ones, and wakes all mail processes. Returns the number of copies. */
export async function retryCopies(db: Queryable, filter: CopyFilter): Promise<number> {
  const result = await sql`update mail_recipients r set next_try_at = now()
    where ${matches(filter)} and not r.held and ${isFree}`.execute(db);
  await wakeQueueRunners(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Leases a copy for some seconds, even a held one. Returns the lease, or null if the copy is running or gone. */
export async function leaseCopy(db: Queryable, id: string, seconds: number): Promise<string | null> {
  const { rows } = await sql<{ lease: string }>`
    update mail_recipients r set lease = gen_random_uuid(), lease_until = now() + ${seconds} * interval '1 second'
    where r.id = ${id} and ${isFree} returning r.lease`.execute(db);
  return rows[0]?.lease ?? null;
}
