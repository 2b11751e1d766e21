import type { PictureKind, UploadKind } from '../../contract/pictures.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

export interface Upload {
  id: string;
  received_at: Date | null;
  object_key: string | null;
}

/** Locks an account for the rest of the transaction and returns its pictures; undefined if it was deleted. */
export async function lockPictures(trx: Transaction<DB>, accountId: number) {
  return trx
    .selectFrom('accounts')
    .select(['avatar_url as avatar', 'banner_url as banner'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export async function setPicture(
  trx: Transaction<DB>,
  accountId: number,
  kind: PictureKind,
  path: string | null,
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set(kind === 'avatar' ? { avatar_url: path } : { banner_url: path })
    .where('id', '=', accountId)
    .execute();
}

/** Counts the uploads that an account began after `moment` and did not finish. */
export async function countUnfinished(db: Queryable, accountId: number, moment: Date): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', moment)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertUpload(
  db: Queryable,
  upload: { id: string; account_id: number; kind: UploadKind; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Returns an account's upload; undefined if it does not exist or its file is already in use. */
export async function uploadOf(
  db: Queryable,
  { id, owner, kind }: { id: string; owner: number; kind: UploadKind },
): Promise<Upload | undefined> {
  return db
    .selectFrom('uploads')
    .select(['id', 'received_at', 'object_key'])
    .where('id', '=', id)
    .where('account_id', '=', owner)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/**
 * Records the object of an uploaded file with a single statement, so that only one of several concurrent calls
 * succeeds. Returns false if another file was recorded before.
 */
export async function receiveUpload(db: Queryable, id: string, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received_at: now, object_key: key })
    .where('id', '=', id)
    .where('received_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes an upload. Returns false if another request has deleted it. */
export async function deleteUpload(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}
