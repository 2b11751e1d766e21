import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Returns a case with its handle and the owner of that handle. */
export async function findCase(db: Queryable, id: number) {
  return cases(db).where('page_cases.id', '=', id).executeTakeFirst();
}

/** Returns a case of a handle of an account. */
export async function findOwnCase(
  db: Queryable,
  { accountId, handleId, id }: { accountId: number; handleId: number; id: number },
) {
  return cases(db)
    .where('page_cases.id', '=', id)
    .where('page_cases.handle_id', '=', handleId)
    .where('handles.account_id', '=', accountId)
    .executeTakeFirst();
}

/** Locks a case for the rest of the transaction and returns its state. Lock its handle first, as the erasure does. */
export async function lockCase(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('page_cases')
    .select(['state', 'action', 'block_id', 'decided_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function cases(db: Queryable) {
  return db
    .selectFrom('page_cases')
    .innerJoin('handles', 'handles.id', 'page_cases.handle_id')
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .selectAll('page_cases')
    .select(['handles.handle', 'handles.state as handle_state', 'accounts.email as owner_email']);
}

export type StoredCase = NonNullable<Awaited<ReturnType<typeof findCase>>>;

/** Returns how many reports of a case give each reason, most frequent first. */
export async function reasonsOf(db: Queryable, caseId: number): Promise<{ reason: string; count: number }[]> {
  return db
    .selectFrom('page_reports')
    .select(['reason', sql<number>`count(*)::integer`.as('count')])
    .where('case_id', '=', caseId)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .execute();
}
