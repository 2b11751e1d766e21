import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/lock-name.ts';

/** Lets only one transaction at a time hold handles for invitations and waiting claims. */
export async function lockClaimHolds(trx: Transaction<DB>): Promise<void> {
  await lockName(trx, 'handles held for claims');
}

/** Returns those of the names that an invitation or a waiting claim holds, with the id of the invitation. */
export async function heldForClaims(
  db: Queryable,
  names: string[],
  now: Date,
): Promise<{ handle: string; invitation: number | null }[]> {
  return db
    .selectFrom('claim_invitations')
    .select(['handle', 'id as invitation'])
    .where('handle', 'in', names)
    .whereRef('used', '<', 'uses')
    .where('expires_at', '>', now)
    .$narrowType<{ handle: string }>()
    .unionAll((waiting) =>
      waiting
        .selectFrom('waiting_claims')
        .select(['handle', sql<number>`null::integer`.as('invitation')])
        .where('handle', 'in', names),
    )
    .execute();
}
