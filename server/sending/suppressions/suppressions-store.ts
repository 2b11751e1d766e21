import type { Queryable } from '../../platform/db/database.ts';

/** Returns the suppressed recipients of a handle, newest first. */
export async function findSuppressions(db: Queryable, handleId: number, max: number) {
  return db
    .selectFrom('suppressed_recipients')
    .select(['address', 'enhanced', 'created_at'])
    .where('handle_id', '=', handleId)
    .orderBy('created_at', 'desc')
    .orderBy('address')
    .limit(max)
    .execute();
}

/** Deletes a suppressed recipient of a handle. Returns false if it does not exist. */
export async function deleteSuppression(db: Queryable, handleId: number, address: string): Promise<boolean> {
  const result = await db
    .deleteFrom('suppressed_recipients')
    .where('handle_id', '=', handleId)
    .where('address', '=', address)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Returns which of these addresses, all in lower case, are suppressed for a handle. */
export async function suppressedOf(db: Queryable, handle: string, addresses: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('suppressed_recipients')
    .innerJoin('handles', 'handles.id', 'suppressed_recipients.handle_id')
    .select('address')
    .where('handles.handle', '=', handle)
    .where('address', 'in', addresses)
    .execute();
  return rows.map(({ address }) => address);
}
