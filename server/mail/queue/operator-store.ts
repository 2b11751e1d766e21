import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Which copies are meant: one by its id, those of a handle, or those to a domain; without any, all. */
export interface Chosen {
  id?: string | undefined;
  handle?: string | undefined;
  domain?: string | undefined;
}

/** A copy in the queue, as an operator sees it. */
export interface QueuedCopy {
  id: string;
  message_id: string;
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
  /** A process has it under way. */
  under_way: boolean;
  size: string;
  created_at: Date;
  /** Seconds since it was accepted. */
  age: number;
}

function meant({ id, handle, domain }: Chosen): RawBuilder<boolean> {
  return sql<boolean>`(${id ?? null}::text is null or r.id = ${id ?? null})
    and (${handle ?? null}::text is null or r.key = ${handle ?? null})
    and (${domain ?? null}::text is null or r.domain = ${domain ?? null})`;
}

const isFree = sql<boolean>`(r.lease_until is null or r.lease_until <= now())`;

/** Copies in the order of their ids, which is that of their age, behind `after`. */
export async function copiesOf(
  db: Queryable,
  chosen: Chosen,
  page: { limit: number; after?: string | undefined },
): Promise<QueuedCopy[]> {
  const { rows } = await sql<QueuedCopy>`
    select r.id, r.message_id, r.key, r.recipient, r.sender, m.report_to, r.destination, r.attempts, r.deaths, r.next_try_at,
      r.last_words, r.held, not ${isFree} as under_way, m.size, m.created_at,
      extract(epoch from now() - m.created_at)::float8 as age
    from mail_recipients r join mail_messages m on m.id = r.message_id
    where ${meant(chosen)} and (${page.after ?? null}::text is null or r.id > ${page.after ?? null})
    order by r.id limit ${page.limit}`.execute(db);
  return rows;
}

/** Holds copies back, or lets them go; answers how many changed. */
export async function setHeld(db: Queryable, chosen: Chosen, held: boolean): Promise<number> {
  // What is let go is tried like any other mail again, whatever became of the processes that tried it.
  const result =
    await sql`update mail_recipients r set held = ${held}, deaths = case when ${held} then r.deaths else 0 end
    where ${meant(chosen)} and (r.held <> ${held} or (not ${held} and r.deaths > 0))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** The channel on which all mail processes are told to look at the queue. */
export const QUEUE_CALLS = 'mail_queue_due';

/** Has all mail processes look at the queue now, not at their next turn. */
export async function callRunners(db: Queryable): Promise<void> {
  await sql`select pg_notify(${QUEUE_CALLS}, '')`.execute(db);
}

/** Makes copies due at once, and calls whoever tries them; but for those that are held or under way; answers how many. */
export async function makeDue(db: Queryable, chosen: Chosen): Promise<number> {
  const result = await sql`update mail_recipients r set next_try_at = now()
    where ${meant(chosen)} and not r.held and ${isFree}`.execute(db);
  await callRunners(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Takes a copy for so many seconds, held or not; its lease, or null where it is under way or gone. */
export async function takeCopy(db: Queryable, id: string, seconds: number): Promise<string | null> {
  const { rows } = await sql<{ lease: string }>`
    update mail_recipients r set lease = gen_random_uuid(), lease_until = now() + ${seconds} * interval '1 second'
    where r.id = ${id} and ${isFree} returning r.lease`.execute(db);
  return rows[0]?.lease ?? null;
}
