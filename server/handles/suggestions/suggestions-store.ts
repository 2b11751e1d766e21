import type { Queryable } from '../../platform/db/database.ts';
import { heldForClaims } from '../shared/reserved-claims-store.ts';

/** Returns those of the names that are handles in any state, or held. */
export async function unavailableAmong(db: Queryable, names: string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('handles')
    .select('handle')
    .where('handle', 'in', names)
    .union((held) =>
      held.selectFrom('handle_holds').select('handle').where('handle', 'in', names).where('expires_at', '>', now),
    )
    .execute();
  const held = await heldForClaims(db, names, now);
  return new Set([...rows, ...held].map(({ handle }) => handle));
}
