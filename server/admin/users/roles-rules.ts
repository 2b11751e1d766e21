import type { Database } from '../../platform/db/database.ts';
import { COMMAND_LINE, recordAction } from '../audit/audit-store.ts';
import { setAdmin } from './roles-store.ts';

/**
 * Grants or revokes the administrator role of an account, for the command line. Returns whether that changed anything, or
 * undefined if no account has the address.
 */
export async function changeAdmin(db: Database, email: string, isAdmin: boolean): Promise<boolean | undefined> {
  return db.transaction().execute(async (trx) => {
    const account = await setAdmin(trx, email, isAdmin);
    if (!account) return undefined;
    if (account.was === isAdmin) return false;
    await recordAction(trx, {
      actor: COMMAND_LINE,
      act: isAdmin ? 'grant' : 'revoke',
      target: { kind: 'user', id: account.id },
      before: { isAdmin: account.was },
      after: { isAdmin },
    });
    return true;
  });
}
