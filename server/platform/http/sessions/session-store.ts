import { SESSION_IDLE_DAYS, type SignInMethod } from '../../../../contract/accounts/sessions.ts';
import { DAY } from '../../../../contract/time.ts';
import type { DB } from '../../../../db/schema.ts';
import type { Queryable, Transaction } from '../../db/database.ts';

const IDLE_MS = SESSION_IDLE_DAYS * DAY;
/** Maximum number of sessions of one account; above that, the least recently used one ends. */
const MAX_SESSIONS = 50;

/** Returns when the current idle period began: a session that was last used earlier has ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** Returns the session of a token with its account, in one query; undefined if it has ended. */
export async function findSession(db: Queryable, tokenHash: Buffer, now: Date) {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select([
        'accounts.id',
        'email',
        'email_verified_at',
        'is_admin',
        'admin_role',
        'accounts.created_at',
        'first_run',
      ])
      .select(['sessions.id as session_id', 'last_used_at', 'confirmed_at', 'passkey_at', 'passkey_added_at'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince(now))
      // An account that its owner closed cannot be used until they reactivate it.
      .where('closed_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
  );
}

/** Records a use of a session. */
export async function touchSession(db: Queryable, id: number, use: { now: Date; network: string }): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: use.now, network: use.network })
    .where('id', '=', id)
    .where('last_used_at', '<', use.now)
    .execute();
}

/** Deletes the session of a token and returns its account. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('account_id')
    .executeTakeFirst();
  return ended?.account_id;
}

/**
 * Records a sign-in and returns the account with the time of its previous sign-in. Locks the account until the
 * transaction ends.
 */
export async function recordSignIn(trx: Transaction<DB>, accountId: number, now: Date) {
  const before = await trx
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'email_verified_at',
      'is_admin',
      'admin_role',
      'created_at',
      'first_run',
      'last_sign_in_at',
    ])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable('accounts').set({ last_sign_in_at: now }).where('id', '=', accountId).execute();
  return before;
}

export interface NewSession {
  accountId: number;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
  method: SignInMethod;
  /** When the passkey used to sign in was added. */
  passkeyAddedAt: Date | null;
  device: string | null;
  network: string;
}

/** Starts a session. If the account then has too many sessions, the least recently used ones end. */
export async function insertSession(trx: Transaction<DB>, session: NewSession): Promise<number> {
  const { accountId, now, method } = session;
  const { id } = await trx
    .insertInto('sessions')
    .values({
      account_id: accountId,
      token_hash: session.tokenHash,
      expires_at: session.expiresAt,
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      passkey_at: method === 'passkey' ? now : null,
      passkey_added_at: session.passkeyAddedAt,
      method,
      device: session.device,
      network: session.network,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('sessions')
    .where('id', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '<>', id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_SESSIONS - 1),
    )
    .execute();
  return id;
}

/**
 * Records a confirmation by passkey in a session and replaces its token. Returns when the session expires; undefined if
 * it has ended.
 */
export async function confirmSession(
  db: Queryable,
  id: number,
  { now, tokenHash, passkeyAddedAt }: { now: Date; tokenHash: Buffer; passkeyAddedAt: Date },
): Promise<Date | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({
      token_hash: tokenHash,
      confirmed_at: now,
      passkey_at: now,
      last_used_at: now,
      passkey_added_at: passkeyAddedAt,
    })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

/** Returns whether an account has a passkey. */
export async function hasPasskey(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('passkeys').select('id').where('account_id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}
