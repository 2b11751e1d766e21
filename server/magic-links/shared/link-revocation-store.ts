import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Marks the unused links of an address as used. Links that verify an inbox are kept, because they belong to the
 * requesting handles, which other people may own. Links that undo a change of the sign-in address are kept too, because
 * nobody else may take them away.
 */
export async function revokeLinks(db: Queryable, email: string, now: Date): Promise<void> {
  await db
    .updateTable('mailed_links')
    .set({ used_at: now })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('purpose', 'not in', ['verify-forwarding', 'verify-member-inbox', 'undo-email-change'])
    .where('used_at', 'is', null)
    .execute();
}
