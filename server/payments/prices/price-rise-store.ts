import { sql } from 'kysely';
import type { Plan } from '../../../contract/payments/plans.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** The rank of a plan in the index handles_by_plan. */
const RANKS: Record<Plan, number> = { Free: 0, Plus: 1, Deluxe: 2, Vanity: 3 };

/** Stores the rise of a price and returns its id. */
export async function insertRise(
  trx: Transaction<DB>,
  rise: { plan: Plan; before: number; after: number; now: Date; effectiveAt: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('price_rises')
    .values({
      plan: rise.plan,
      cents_before: rise.before,
      cents_after: rise.after,
      announced_at: rise.now,
      effective_at: rise.effectiveAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findRise(db: Queryable, id: number) {
  return db.selectFrom('price_rises').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the lowest price of a plan that a rise has not yet replaced; undefined if no rise waits. */
export async function lowestBeforeRise(db: Queryable, plan: Plan, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('price_rises')
    .select(({ fn }) => fn.min('cents_before').as('cents'))
    .where('plan', '=', plan)
    .where('effective_at', '>', now)
    .executeTakeFirst();
  return row?.cents ?? undefined;
}

/** Returns the accounts that have paid handles of a plan, in the order of their ids. */
export async function ownersOfPlan(db: Queryable, plan: Plan, after: number, max: number) {
  const { rows } = await sql<{ id: number; email: string }>`
    select distinct accounts.id, accounts.email ${paidFor(plan)} and accounts.id > ${after}
    order by accounts.id limit ${max}`.execute(db);
  return rows;
}

/** Returns the number of accounts that `ownersOfPlan` lists. */
export async function countOwnersOfPlan(db: Queryable, plan: Plan): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct accounts.id)::integer as count ${paidFor(plan)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the ids of the paid handles of a plan that an account owns, oldest first. */
export async function paidHandlesOf(db: Queryable, accountId: number, plan: Plan, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select handles.id ${paidFor(plan)} and accounts.id = ${accountId} order by handles.id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

const paidFor = (plan: Plan) => sql`
  from handles join accounts on accounts.id = handles.account_id
  where (case when length(handle) <= 1 then 3 when length(handle) <= 4 then 2 when length(handle) <= 10 then 1 else 0 end)
      = ${RANKS[plan]}
    and handles.state in ('active', 'resting') and handles.paid_until is not null
    and accounts.closed_at is null and accounts.suspended_at is null`;
