import { sql } from 'kysely';
import type { Page } from 'playwright';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { DAY } from '../../../contract/time.ts';
import { createToken, hashToken } from '../../../server/platform/crypto/secrets.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import type { App } from '../server/app-process.ts';
import { ago, seed } from './seed.ts';

export interface Owner {
  accountId: number;
  handleId: number;
  handle: string;
}

/** Creates an account and returns its id. An earlier account with this email gets another email. */
export async function seedAccount(db: Database, email: string): Promise<number> {
  const other = { email: sql<string>`'earlier-' || id || '@account.example'` };
  await db.updateTable('accounts').set(other).where('email', '=', email).execute();
  const account = { email, email_verified_at: ago(300 * DAY), created_at: ago(300 * DAY) };
  return (await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Creates an account with a handle, which is paid for if its plan costs something and which forwards to `inbox`. The email of the account is the
 * handle at `account.example`. An earlier handle of this name gets another name.
 */
export async function seedOwner(
  db: Database,
  handle: string,
  { inbox, accountId }: { inbox?: string; accountId?: number } = {},
): Promise<Owner> {
  const other = { handle: sql<string>`'earlier-' || id` };
  await db.updateTable('handles').set(other).where('handle', '=', handle).execute();
  const owner = accountId ?? (await seedAccount(db, `${handle}@account.example`));
  const paid = planForHandle(handle) === 'Free' ? {} : { paid_until: ago(-200 * DAY) };
  const { id } = await db
    .insertInto('handles')
    .values({ handle, account_id: owner, ...paid })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (inbox) {
    await db.insertInto('forwardings').values({ handle_id: id, address: inbox, address_key: inbox }).execute();
  }
  return { accountId: owner, handleId: id, handle };
}

/** The cookie of a new session of an account. */
export async function sessionCookie({ url }: App, db: Database, accountId: number) {
  const token = createToken();
  await db
    .insertInto('sessions')
    .values({ account_id: accountId, token_hash: hashToken(token), expires_at: ago(-DAY) })
    .execute();
  return { name: 'nameplate', value: token, url };
}

/** Seeds an owner, or somebody else at a handle, and signs them in on a page. */
export async function signedIn<Seeded extends Owner>(
  app: App,
  page: Pick<Page, 'context'>,
  make: (db: Database) => Promise<Seeded>,
): Promise<Seeded> {
  return seed(app, async (db) => {
    const owner = await make(db);
    await page.context().addCookies([await sessionCookie(app, db, owner.accountId)]);
    return owner;
  });
}
