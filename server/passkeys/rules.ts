import {
  type CreatedCredential,
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyCreationOptions,
} from '../../contract/accounts/passkeys.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { sendSecurityEmail } from '../sessions/rules.ts';
import { CHALLENGE_MS, issueChallenge, spendChallenge } from './challenge-rules.ts';
import { deletePasskeys, findPasskeys, insertPasskey, lockPasskeys, passkeyUserId, setPasskeyName } from './store.ts';
import { ALGORITHMS, challengeIn, verifyCreated } from './webauthn.ts';

/** Dependencies of the rules of passkeys. */
export interface PasskeyContext {
  db: Database;
  clock: Clock;
  /** The site as a relying party: the host of PUBLIC_URL, its origin, and the name that authenticators show. */
  site: { rpId: string; origins: string[]; name: string };
}

/** A signed-in account and its session. */
export interface PasskeyOwner {
  id: number;
  email: string;
  sessionId: number;
}

type PasskeyRow = Pick<Awaited<ReturnType<typeof findPasskeys>>[number], 'id' | 'name' | 'is_synced'> & {
  created_at: Date;
  last_used_at: Date | null;
};

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
  };
}

/** Returns the form in which browsers receive a stored passkey. */
export function toDescriptor(row: { credential_id: Buffer; transports: string[] }) {
  return {
    id: row.credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports: row.transports as PasskeyCreationOptions['excludeCredentials'][number]['transports'],
  };
}

/** Returns the passkeys of an account, oldest first. */
export async function listPasskeys(db: Queryable, accountId: number): Promise<Passkey[]> {
  return (await findPasskeys(db, accountId)).map(toPasskey);
}

/** Returns the options with which the browser makes a passkey for this account. Throws `passkey_limit`. */
export async function creationOptions(
  { db, clock, site }: PasskeyContext,
  { id, email, sessionId }: PasskeyOwner,
): Promise<PasskeyCreationOptions> {
  const known = await findPasskeys(db, id);
  if (known.length >= MAX_PASSKEYS) throw new ApiError('passkey_limit');
  const userId = await passkeyUserId(db, id);
  return {
    rp: { id: site.rpId, name: site.name },
    user: { id: userId.toString('base64url'), name: email, displayName: email },
    challenge: await issueChallenge(db, 'add', { sessionId, accountId: id }, clock()),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  };
}

/**
 * Adds a passkey and notifies the owner. Throws `passkey_expired`, `passkey_known`, `passkey_limit`, and
 * `WebauthnError` if the response does not prove the passkey.
 */
export async function addPasskey(
  { db, clock, site }: PasskeyContext,
  owner: PasskeyOwner,
  { credential, name }: { credential: CreatedCredential; name: string },
): Promise<Passkey> {
  const now = clock();
  const challenge = challengeIn(credential.response.clientDataJSON);
  await spendChallenge(db, challenge, 'add', { sessionId: owner.sessionId, accountId: owner.id }, now);
  const made = await verifyCreated(credential, { ...site, challenge });
  return db.transaction().execute(async (trx) => {
    if ((await lockPasskeys(trx, owner.id)).length >= MAX_PASSKEYS) throw new ApiError('passkey_limit');
    const row = await insertPasskey(trx, owner.id, { ...made, name, now });
    if (!row) throw new ApiError('passkey_known');
    await sendSecurityEmail(trx, { kind: 'passkey-added', to: owner.email, name, at: now.toISOString() }, now);
    return toPasskey(row);
  });
}

/** Renames a passkey of an account. Throws `not_found`, even for the passkey of another account. */
export async function renamePasskey(db: Queryable, accountId: number, id: number, name: string): Promise<Passkey> {
  const row = await setPasskeyName(db, accountId, id, name);
  if (!row) throw new ApiError('not_found');
  return toPasskey(row);
}

/**
 * Removes a passkey of an account and notifies the owner. Throws `not_found`, even for the passkey of another account,
 * and `passkey_last` if the account must keep one.
 */
export async function removePasskey(
  { db, clock }: PasskeyContext,
  owner: { id: number; email: string; mustKeepOne: boolean },
  id: number,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const known = await lockPasskeys(trx, owner.id);
    if (!known.some((passkey) => passkey.id === id)) throw new ApiError('not_found');
    if (owner.mustKeepOne && known.length === 1) throw new ApiError('passkey_last');
    const names = await deletePasskeys(trx, owner.id, { id });
    const notice = {
      kind: 'passkey-removed',
      to: owner.email,
      names,
      at: now.toISOString(),
      byOperator: false,
    } as const;
    await sendSecurityEmail(trx, notice, now);
  });
}
