import type { PasskeyPurpose } from '../../contract/accounts/passkeys.ts';
import { MINUTE } from '../../contract/time.ts';
import { createToken, hashToken } from '../platform/crypto/secrets.ts';
import type { Database } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type ChallengeHolder, deleteChallengesBefore, insertChallenge, takeChallenge } from './challenge-store.ts';

/** Validity of a challenge in milliseconds; the browser gets the same number. */
export const CHALLENGE_MS = 5 * MINUTE;
/** Anyone can request challenges, so each new one also deletes a few that have expired. */
const DELETED_WITH_ONE = 20;

/** Creates a challenge for one purpose and one browser or session. */
export async function issueChallenge(
  db: Database,
  purpose: PasskeyPurpose,
  holder: ChallengeHolder,
  now: Date,
): Promise<string> {
  const challenge = createToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await deleteChallengesBefore(db, now, DELETED_WITH_ONE);
  await insertChallenge(db, { hash: hashToken(challenge), purpose, holder, now, expiresAt });
  return challenge;
}

/**
 * Uses up a challenge, whether or not the rest of the response is valid. Throws `passkey_expired` unless the challenge
 * is open and has this purpose and holder.
 */
export async function spendChallenge(
  db: Database,
  challenge: string,
  purpose: PasskeyPurpose,
  holder: ChallengeHolder | undefined,
  now: Date,
): Promise<void> {
  const isOurs = holder && (await takeChallenge(db, { hash: hashToken(challenge), purpose, holder, now }));
  if (!isOurs) throw new ApiError('passkey_expired');
}
