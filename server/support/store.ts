import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { COMMON_FEATURES } from '../handle-access/entitlement-store.ts';
import { idsWithRight } from '../handle-access/handle-access-store.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** Returns the active handles of an account, its own and those of its teams. */
export async function activeHandles(db: Queryable, accountId: number) {
  return db
    .selectFrom('handles')
    .select(['handle', 'state', COMMON_FEATURES.as('common_features')])
    .select((is) => is('account_id', '=', accountId).as('owned'))
    .where(sql<boolean>`id in ${idsWithRight(accountId, 'page')}`)
    .where('state', '=', 'active')
    .execute();
}

export interface NewRequest {
  account_id: number;
  handle_id: number | null;
  subject: string;
  text: string;
  attach_deliveries: boolean;
  plan: string | null;
  priority: boolean;
  created_at: Date;
}

/** Stores a request and returns its id. */
export async function insertRequest(trx: Transaction<DB>, request: NewRequest): Promise<number> {
  const { id } = await trx.insertInto('support_requests').values(request).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns a request with the address of its sender. */
export async function findRequest(db: Queryable, id: number) {
  return db
    .selectFrom('support_requests as r')
    .innerJoin('accounts', 'accounts.id', 'r.account_id')
    .select(['r.id', 'r.account_id', 'accounts.email', 'r.handle_id', 'r.subject', 'r.text', 'r.attach_deliveries'])
    .select(['r.plan', 'r.priority', 'r.created_at'])
    .where('r.id', '=', id)
    .executeTakeFirst();
}

/** Returns an answer with its request. */
export async function findAnswer(db: Queryable, id: number) {
  return db
    .selectFrom('support_answers as a')
    .innerJoin('support_requests as r', 'r.id', 'a.request_id')
    .select(['a.text', 'r.id as request_id', 'r.subject', 'r.text as request_text', 'r.priority', 'r.created_at'])
    .where('a.id', '=', id)
    .executeTakeFirst();
}

export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;
