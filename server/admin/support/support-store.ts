import { type RawBuilder, sql } from 'kysely';
import type { SupportState } from '../../../contract/support/support.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

interface RequestRow {
  id: number;
  email: string;
  subject: string;
  text: string;
  handle: string | null;
  plan: string | null;
  priority: boolean;
  state: string;
  created_at: Date;
  answered_at: Date | null;
}

/**
 * The order of the list, as in the index: open requests first, those with priority before others, oldest first; then
 * the newest.
 */
const PLACE = sql`(r.state <> 'open'), (r.state <> 'open' or not r.priority), (case when r.state = 'open' then r.id else -r.id end)`;
const FIELDS = sql`select r.id, a.email, r.subject, r.text, h.handle, r.plan, r.priority, r.state, r.created_at, r.answered_at
  from support_requests r join accounts a on a.id = r.account_id left join handles h on h.id = r.handle_id`;

/** Returns requests after a place `[closed, priority, id]`, in the order of the list; one more than the page has. */
export async function readRequests(
  db: Queryable,
  { after, state, limit }: { after: number[] | undefined; state: SupportState | undefined; limit: number },
): Promise<RequestRow[]> {
  const [closed, priority, id = 0] = after ?? [];
  const isOpen = closed === 0;
  const beyond: RawBuilder<boolean> = after
    ? sql`(${PLACE}) > (${!isOpen}, ${!(isOpen && priority === 1)}, ${isOpen ? id : -id}::integer)`
    : sql`true`;
  const inState: RawBuilder<boolean> = state ? sql`r.state = ${state}` : sql`true`;
  const { rows } = await sql<RequestRow>`
    ${FIELDS} where ${inState} and ${beyond} order by ${PLACE} limit ${limit + 1}`.execute(db);
  return rows;
}

/** Returns one request. */
export async function readRequest(db: Queryable, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`${FIELDS} where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a request for the rest of the transaction and returns its state. */
export async function lockRequest(trx: Transaction<DB>, id: number) {
  return trx.selectFrom('support_requests').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns the answers to a request, oldest first. */
export async function readAnswers(db: Queryable, requestId: number) {
  return db
    .selectFrom('support_answers')
    .leftJoin('accounts', 'accounts.id', 'support_answers.author_id')
    .select(['support_answers.text', 'support_answers.created_at', 'accounts.email'])
    .where('request_id', '=', requestId)
    .orderBy('support_answers.id')
    .execute();
}

/** Stores an answer and returns its id. */
export async function insertAnswer(
  trx: Transaction<DB>,
  answer: { request_id: number; author_id: number | null; text: string; created_at: Date },
): Promise<number> {
  return (await trx.insertInto('support_answers').values(answer).returning('id').executeTakeFirstOrThrow()).id;
}

/** Changes the state of a request. The time of the first answer is kept. */
export async function updateState(trx: Transaction<DB>, id: number, state: SupportState, now: Date): Promise<void> {
  await trx
    .updateTable('support_requests')
    .set({ state, closed_at: state === 'closed' ? now : null })
    .$if(state === 'answered', (query) => query.set({ answered_at: sql`coalesce(answered_at, ${now})` }))
    .where('id', '=', id)
    .execute();
}
