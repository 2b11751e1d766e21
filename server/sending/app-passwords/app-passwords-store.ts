import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'last_used_from'] as const;

/** Returns the app passwords of a handle, oldest first. */
export async function findAppPasswords(db: Queryable, handleId: number) {
  return db.selectFrom('app_passwords').select(COLUMNS).where('handle_id', '=', handleId).orderBy('id').execute();
}

export type AppPasswordRow = Awaited<ReturnType<typeof findAppPasswords>>[number];

/** Stores an app password of a handle by its hash, for the member who creates it. */
export async function insertAppPassword(
  trx: Transaction<DB>,
  handle: { id: number; member_id: number | null },
  { name, secretHash, now }: { name: string; secretHash: Buffer; now: Date },
): Promise<AppPasswordRow> {
  return trx
    .insertInto('app_passwords')
    .values({ handle_id: handle.id, member_id: handle.member_id, name, secret_hash: secretHash, created_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deletes an app password of a handle and returns its name; undefined if the handle has no such password. */
export async function deleteAppPassword(trx: Transaction<DB>, handleId: number, id: number) {
  return trx
    .deleteFrom('app_passwords')
    .where('id', '=', id)
    .where('handle_id', '=', handleId)
    .returning('name')
    .executeTakeFirst();
}

/** Deletes the app passwords of an account's handles that were created since a point in time. Returns the handles. */
export async function deleteAppPasswordsSince(trx: Transaction<DB>, accountId: number, since: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('app_passwords')
    .using('handles')
    .whereRef('handles.id', '=', 'app_passwords.handle_id')
    .where('handles.account_id', '=', accountId)
    .where('app_passwords.created_at', '>=', since)
    .returning('handles.handle')
    .execute();
  return [...new Set(rows.map(({ handle }) => handle))];
}

/** Returns the address of an account. */
export async function findEmail(trx: Transaction<DB>, accountId: number): Promise<string | undefined> {
  const row = await trx.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst();
  return row?.email;
}
