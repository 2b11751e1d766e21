import { sql } from 'kysely';
import { SIGN_IN_CODE_ATTEMPTS, SIGN_IN_CODE_DAYS } from '../../contract/accounts/sign-in.ts';
import { DAY } from '../../contract/time.ts';
import { WRONG_CODES } from '../held-data/tables/account-tables.ts';
import type { Queryable } from '../platform/db/database.ts';

export async function insertCode(
  db: Queryable,
  code: { email: string; browserHash: Buffer; knownDevice: boolean; now: Date; expiresAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('sign_in_codes')
    .values({
      email: code.email,
      browser_hash: code.browserHash,
      known_device: code.knownDevice,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the code of a request; an email that is composed again replaces it. */
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
 * Counts an attempt against every open request of this browser for an address, and returns those requests. The count
 * commits before the code is compared, so that parallel attempts cannot exceed the limit together.
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

const GUESS_WINDOW_MS = SIGN_IN_CODE_DAYS * DAY;

/**
 * Returns how many wrong codes were tried for the address of a request in earlier requests; for an open request, all
 * its attempts are counted. Requests of known devices and those of strangers are counted separately. Later requests are
 * left out, so that emails composed at the same time cannot exceed a limit together.
 */
export async function wrongCodesBefore(db: Queryable, id: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('sign_in_codes as own')
    .innerJoin('sign_in_codes', (join) =>
      join
        .on(sql<boolean>`lower(sign_in_codes.email) = lower(own.email)`)
        .onRef('sign_in_codes.known_device', '=', 'own.known_device')
        .onRef('sign_in_codes.id', '<', 'own.id'),
    )
    .select(
      sql<number>`coalesce(sum(case when sign_in_codes.used_at is null and sign_in_codes.expires_at > ${now}
        then ${SIGN_IN_CODE_ATTEMPTS} else ${WRONG_CODES} end), 0)::integer`.as('count'),
    )
    .where('own.id', '=', id)
    .where('sign_in_codes.created_at', '>', new Date(now.getTime() - GUESS_WINDOW_MS))
    .executeTakeFirst();
  return row?.count ?? 0;
}
