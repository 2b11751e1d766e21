import { sql } from 'kysely';
import { SIGN_IN_CODE_ATTEMPTS } from '../../contract/accounts/accounts.ts';
import type { Queryable } from '../platform/db/database.ts';

export async function insertCode(
  db: Queryable,
  code: { email: string; browserHash: Buffer; now: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_codes')
    .values({ email: code.email, browser_hash: code.browserHash, created_at: code.now, expires_at: code.expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the code of a request; a recomposed email replaces it. */
export async function setCode(
  db: Queryable,
  id: number,
  code: { linkId: number; mac: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('sign_in_codes')
    .set({ link_id: code.linkId, code_mac: code.mac, expires_at: code.expiresAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute();
}

export async function setCodeExpiry(db: Queryable, id: number, expiresAt: Date): Promise<void> {
  await db.updateTable('sign_in_codes').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

/**
 * Counts an attempt against every open request of this browser for an address, and returns those requests. It commits before
 * the code is compared, so that parallel attempts cannot exceed the limit together.
 */
export async function countAttempt(db: Queryable, attempt: { email: string; browserHash: Buffer; now: Date }) {
  return db
    .updateTable('sign_in_codes')
    .set({ attempts: sql`attempts + 1` })
    .where('browser_hash', '=', attempt.browserHash)
    .where(sql<string>`lower(email)`, '=', attempt.email.toLowerCase())
    .where('used_at', 'is', null)
    .where('expires_at', '>', attempt.now)
    .where('attempts', '<', SIGN_IN_CODE_ATTEMPTS)
    .returning(['id', 'link_id', 'code_mac'])
    .execute();
}

/** Marks a code as used. Returns false if it was used before. */
export async function spendCode(db: Queryable, id: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteCodesBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('expires_at', '<', moment).execute();
}
