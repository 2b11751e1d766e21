import type { AssertedCredential, PasskeyRequestOptions } from '../../contract/accounts/passkeys.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { sendSecurityEmail } from '../sessions/rules.ts';
import { CHALLENGE_MS, issueChallenge, spendChallenge } from './challenge-rules.ts';
import { type PasskeyContext, type PasskeyOwner, toDescriptor } from './rules.ts';
import { findByCredential, findPasskeys, recordUse } from './store.ts';
import { challengeIn, verifyAsserted, WebauthnError } from './webauthn.ts';

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findByCredential>>>;

function requestOptions({ site }: PasskeyContext, challenge: string): PasskeyRequestOptions {
  return { challenge, timeout: CHALLENGE_MS, rpId: site.rpId, allowCredentials: [], userVerification: 'required' };
}

/** Returns the options with which a browser signs in with one of its passkeys for this site. */
export async function signInOptions(context: PasskeyContext, browserHash: Buffer): Promise<PasskeyRequestOptions> {
  const { db, clock } = context;
  return requestOptions(context, await issueChallenge(db, 'sign-in', { browserHash }, clock()));
}

/** The account that a passkey proves, and the time when the passkey was added. */
interface PasskeyProof {
  accountId: number;
  addedAt: Date;
}

/**
 * Returns the account that a passkey signs in. Throws `passkey_expired`, `passkey_unknown`, `account_suspended`,
 * `account_closed` (because only the sign-in email explains that a sign-in restores the account), and `WebauthnError`.
 */
export async function accountOfPasskey(
  context: PasskeyContext,
  credential: AssertedCredential,
  browserHash: Buffer | undefined,
): Promise<PasskeyProof> {
  const { db, clock } = context;
  const challenge = challengeIn(credential.response.clientDataJSON);
  await spendChallenge(db, challenge, 'sign-in', browserHash && { browserHash }, clock());
  const stored = await findByCredential(db, Buffer.from(credential.id, 'base64url'));
  if (!stored) throw new ApiError('passkey_unknown');
  if (!credential.response.userHandle) throw new WebauthnError('the response has no user handle');
  await checkPasskey(context, stored, credential, challenge);
  if (stored.suspended_at) throw new ApiError('account_suspended');
  if (stored.closed_at) throw new ApiError('account_closed');
  return { accountId: stored.account_id, addedAt: stored.created_at };
}

/** Returns the options with which a signed-in person confirms with a passkey of the account. */
export async function confirmOptions(context: PasskeyContext, owner: PasskeyOwner): Promise<PasskeyRequestOptions> {
  const { db, clock } = context;
  const challenge = await issueChallenge(db, 'confirm', { sessionId: owner.sessionId, accountId: owner.id }, clock());
  return {
    ...requestOptions(context, challenge),
    allowCredentials: (await findPasskeys(db, owner.id)).map(toDescriptor),
  };
}

/** Checks a confirmation with a passkey of this account. Throws the same errors as `accountOfPasskey`. */
export async function confirmByPasskey(
  context: PasskeyContext,
  owner: PasskeyOwner,
  credential: AssertedCredential,
): Promise<PasskeyProof> {
  const { db, clock } = context;
  const challenge = challengeIn(credential.response.clientDataJSON);
  await spendChallenge(db, challenge, 'confirm', { sessionId: owner.sessionId, accountId: owner.id }, clock());
  const stored = await findByCredential(db, Buffer.from(credential.id, 'base64url'));
  if (stored?.account_id !== owner.id) throw new ApiError('passkey_unknown');
  await checkPasskey(context, stored, credential, challenge);
  return { accountId: stored.account_id, addedAt: stored.created_at };
}

/**
 * Verifies a response from a stored passkey and counts the use. Refuses a passkey that may have been copied, and
 * notifies its owner.
 */
async function checkPasskey(
  { db, clock, site }: PasskeyContext,
  stored: StoredPasskey,
  credential: AssertedCredential,
  challenge: string,
): Promise<void> {
  const { userHandle } = credential.response;
  if (userHandle && !stored.passkey_user_id?.equals(Buffer.from(userHandle, 'base64url'))) {
    throw new WebauthnError('the user handle is of another account');
  }
  const passkey = { credentialId: stored.credential_id, publicKey: stored.public_key };
  const signCount = await verifyAsserted(credential, passkey, { ...site, challenge });
  const now = clock();
  if (await recordUse(db, stored.id, { signCount, now })) return;
  await db.transaction().execute(async (trx) => {
    const { email: to, name } = stored;
    await sendSecurityEmail(trx, { kind: 'passkey-copied', to, name, at: now.toISOString() }, now);
  });
  throw new WebauthnError('the counter did not grow');
}
