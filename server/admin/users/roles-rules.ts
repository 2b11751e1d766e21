import type { Database } from '../../platform/db/database.ts';
import { noteAct } from '../audit/audit-rules.ts';
import { setAdmin } from './roles-store.ts';

/**
 * Makes the account of an address an administrator, or no longer one; for the command line. Answers whether that changed
 * anything, or undefined where there is no such account.
 */
export async function changeAdmin(db: Database, email: string, isAdmin: boolean): Promise<boolean | undefined> {
  return db.transaction().execute(async (trx) => {
    const account = await setAdmin(trx, email, isAdmin);
    if (!account) return undefined;
    if (account.was === isAdmin) return false;
    await noteAct(trx, {
      actor: { id: null, email: 'command line' },
      act: isAdmin ? 'grant' : 'revoke',
      target: { kind: 'user', id: account.id },
      before: { isAdmin: account.was },
      after: { isAdmin },
    });
    return true;
  });
}
