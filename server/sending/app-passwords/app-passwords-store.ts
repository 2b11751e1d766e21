import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'last_used_from'] as const;

/** Returns the app passwords of a handle, the oldest first. */
export async function findAppPasswords(db: Queryable, handleId: number) {
  return db.selectFrom('app_passwords').select(COLUMNS).where('handle_id', '=', handleId).orderBy('id').execute();
}

export type AppPasswordRow = Awaited<ReturnType<typeof findAppPasswords>>[number];

/** Stores an app password of a handle by its hash. */
export async function insertAppPassword(
  trx: Transaction<DB>,
  handleId: number,
  { name, secretHash, now }: { name: string; secretHash: Buffer; now: Date },
): Promise<AppPasswordRow> {
  return trx
    .insertInto('app_passwords')
    .values({ handle_id: handleId, name, secret_hash: secretHash, created_at: now })
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
