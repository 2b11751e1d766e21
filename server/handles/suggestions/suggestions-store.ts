import type { Queryable } from '../../platform/db/database.ts';

/** Returns those of the names that are handles in any state, or held for a payment. */
export async function unavailableAmong(db: Queryable, names: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('handles')
    .select('handle')
    .where('handle', 'in', names)
    .union((held) =>
      held.selectFrom('handle_holds').select('handle').where('handle', 'in', names).where('expires_at', '>', now),
    )
    .execute();
  return new Set(rows.map(({ handle }) => handle));
}
