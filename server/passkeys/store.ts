import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import type { CreatedPasskey } from './webauthn.ts';

const COLUMNS = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const;

/** Returns the passkeys of an account, oldest first. */
export async function findPasskeys(db: Queryable, accountId: number) {
  return db
    .selectFrom('passkeys')
    .select([...COLUMNS, 'credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** Returns a passkey by its credential id, with the fields that decide whether its account can sign in. */
export async function findByCredential(db: Queryable, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .innerJoin('accounts', 'accounts.id', 'passkeys.account_id')
    .select(['passkeys.id', 'account_id', 'name', 'public_key', 'credential_id', 'passkey_user_id', 'email'])
    .select(['passkeys.created_at', 'closed_at', 'suspended_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Returns the user handle of an account, which is created with the first passkey. */
export async function passkeyUserId(db: Queryable, accountId: number): Promise<Buffer> {
  const row = await db
    .updateTable('accounts')
    .set({ passkey_user_id: sql<Buffer>`coalesce(passkey_user_id, ${randomBytes(32)})` })
    .where('id', '=', accountId)
    .returning('passkey_user_id')
    .executeTakeFirstOrThrow();
  if (!row.passkey_user_id) throw new Error('The account has no user handle');
  return row.passkey_user_id;
}

/** Locks an account, so that parallel requests cannot exceed a limit or pass a check together; returns its passkeys. */
export async function lockPasskeys(trx: Transaction<DB>, accountId: number) {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
  return findPasskeys(trx, accountId);
}

/** Stores a passkey. Returns undefined if the credential is already stored. */
export async function insertPasskey(
  trx: Transaction<DB>,
  accountId: number,
  { name, now, ...passkey }: CreatedPasskey & { name: string; now: Date },
) {
  return trx
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      name,
      created_at: now,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      is_synced: passkey.isSynced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Renames a passkey of an account. Returns undefined if the account has no such passkey. */
export async function setPasskeyName(db: Queryable, accountId: number, id: number, name: string) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Deletes passkeys of an account: one, those added since a point in time, or all. Returns their names. */
export async function deletePasskeys(
  trx: Transaction<DB>,
  accountId: number,
  { id, since }: { id?: number; since?: Date } = {},
): Promise<string[]> {
  let query = trx.deleteFrom('passkeys').where('account_id', '=', accountId);
  if (id !== undefined) query = query.where('id', '=', id);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  return (await query.returning('name').execute()).map(({ name }) => name);
}

/**
 * Records a use of a passkey. Returns false if its counter did not grow, which means that a copy was used before
 * (WebAuthn Level 3 7.2, step 22). Authenticators without a counter always send 0. A single statement ensures that only
 * one of two copies passes.
 */
export async function recordUse(db: Queryable, id: number, use: { signCount: number; now: Date }): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ sign_count: use.signCount, last_used_at: use.now })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('sign_count', '<', String(use.signCount)),
        is.and([is('sign_count', '=', '0'), is.val(use.signCount === 0)]),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the account of an address, locked until the transaction ends. */
export async function lockAccountByEmail(trx: Transaction<DB>, email: string) {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}
