import { sql } from 'kysely';
import type { PasskeyPurpose } from '../../contract/accounts/passkeys.ts';
import type { Queryable } from '../platform/db/database.ts';

/** The holder of a challenge: a browser that signs in, or a session that adds a passkey or confirms. */
export type ChallengeHolder = { browserHash: Buffer } | { sessionId: number; accountId: number };

export async function insertChallenge(
  db: Queryable,
  challenge: { hash: Buffer; purpose: PasskeyPurpose; holder: ChallengeHolder; now: Date; expiresAt: Date },
): Promise<void> {
  const { holder } = challenge;
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challenge.hash,
      purpose: challenge.purpose,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
      ...('browserHash' in holder
        ? { browser_hash: holder.browserHash }
        : { session_id: holder.sessionId, account_id: holder.accountId }),
    })
    .execute();
}

/**
 * Deletes an open challenge of this purpose and holder. Returns false if it has expired, was used before, or belongs to
 * another holder. A single statement ensures that only one of two requests gets true.
 */
export async function takeChallenge(
  db: Queryable,
  challenge: { hash: Buffer; purpose: PasskeyPurpose; holder: ChallengeHolder; now: Date },
): Promise<boolean> {
  const { holder } = challenge;
  let query = db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challenge.hash)
    .where('purpose', '=', challenge.purpose)
    .where('expires_at', '>', challenge.now);
  query =
    'browserHash' in holder
      ? query.where('browser_hash', '=', holder.browserHash)
      : query.where('session_id', '=', holder.sessionId).where('account_id', '=', holder.accountId);
  return (await query.executeTakeFirst()).numDeletedRows === 1n;
}

/** Deletes the challenges that expired before `moment`, or at most `limit` of them. */
export async function deleteChallengesBefore(db: Queryable, moment: Date, limit?: number): Promise<void> {
  await sql`delete from passkey_challenges where challenge_hash in (
    select challenge_hash from passkey_challenges where expires_at < ${moment}
    order by expires_at limit ${limit ?? null} for update skip locked)`.execute(db);
}
