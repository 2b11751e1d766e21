import { resetPasskeys } from '../../passkeys/reset-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { endAllSessions, endEverySession } from '../../sessions/rules.ts';
import { type Actor, COMMAND_LINE, recordAction } from '../audit/audit-store.ts';
import { lockAccount } from '../suspension/suspension-store.ts';
import { protectAdministrator, type RoleContext } from './roles-rules.ts';
import { findAccountId } from './users-store.ts';

/**
 * Ends all sessions of an account. Returns how many there were. Throws `not_found`, and `role_required` for an
 * administrator, unless the actor is an owner.
 */
export async function endSessionsOfUser(
  { db, config }: Pick<RoleContext, 'db' | 'config'>,
  { actor, id, reason }: { actor: Actor; id: number; reason?: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await protectAdministrator(trx, config, { actor, id, removes: false });
    if (!(await lockAccount(trx, id))) throw new ApiError('not_found');
    const sessions = await endAllSessions(trx, id);
    const target = { kind: 'user', id } as const;
    await recordAction(trx, { actor, act: 'end-sessions', target, ...(reason && { reason }), after: { sessions } });
    return sessions;
  });
}

/** Does the same by address, for the command line. Returns undefined if no account has it. */
export async function endSessionsByEmail(
  context: Pick<RoleContext, 'db' | 'config'>,
  email: string,
): Promise<number | undefined> {
  const id = await findAccountId(context.db, email);
  return id === undefined ? undefined : endSessionsOfUser(context, { actor: COMMAND_LINE, id });
}

/** Signs out everyone, for the command line. Returns how many sessions there were. */
export async function endSessionsOfEveryone(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const sessions = await endEverySession(trx);
    const target = { kind: 'list', id: null, name: 'sessions' } as const;
    await recordAction(trx, { actor: COMMAND_LINE, act: 'end-sessions', target, after: { sessions } });
    return sessions;
  });
}

/** Removes the passkeys of an account and ends its sessions, for the command line. Returns undefined if no account has the address. */
export async function resetPasskeysByEmail(db: Database, email: string, now: Date) {
  return db.transaction().execute(async (trx) => {
    const reset = await resetPasskeys(trx, email, now);
    if (!reset) return undefined;
    const { accountId: id, ...after } = reset;
    await recordAction(trx, { actor: COMMAND_LINE, act: 'reset-passkeys', target: { kind: 'user', id }, after });
    return after;
  });
}
