import type { Queryable } from '../platform/db/database.ts';

/** Deletes up to `max` handles without an owner whose quarantine began before `before`; returns how many. */
export async function deleteOwnerless(db: Queryable, before: Date, max: number): Promise<number> {
  const result = await db
    .deleteFrom('handles')
    .where('id', 'in', (ids) =>
      ids
        .selectFrom('handles')
        .select('id')
        .where('state', '=', 'quarantined')
        .where('account_id', 'is', null)
        .where('quarantined_at', '<=', before)
        .limit(max),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
