import { DAY } from '../../../contract/time.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { type Owner, seedAccount, seedOwner } from './owner.ts';
import { ago } from './seed.ts';

const days = (count: number) => ago(count * DAY);
const LONG = 'somebody.with.a.very.long.name@department.of-a-rather-long-company.example';
export const MANAGER = 'charles@babbage.example';

/**
 * A Deluxe handle with a manager who receives its mail and has set its second inbox, an editor, two invited people, and their acts. Returns the
 * handle as its owner, its manager and its editor have it.
 */
export async function seedTeam(db: Database, handle: string, { editorHasMail = false } = {}) {
  const owner = await seedOwner(db, handle, { inbox: `${handle}@inbox.example` });
  const { handleId: handle_id } = owner;
  const [manager, editor] = [await seedAccount(db, MANAGER), await seedAccount(db, LONG)];
  const member = (values: { email: string; role: string; account_id?: number; mail?: boolean }, invited: number) =>
    db
      .insertInto('handle_members')
      .values({
        handle_id,
        invited_by: owner.accountId,
        invited_at: days(invited),
        expires_at: days(invited - 14),
        joined_at: values.account_id === undefined ? null : days(invited - 1),
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await member({ email: MANAGER, role: 'manager', account_id: manager, mail: true }, 60);
  await member({ email: LONG, role: 'editor', account_id: editor, mail: editorHasMail }, 9);
  await member({ email: 'mary@somerville.example', role: 'editor' }, 2);
  await member({ email: 'late@elsewhere.example', role: 'manager', mail: true }, 20);
  const own = { address: 'charles@home.example', address_key: 'charles@home.example' };
  const pending = 'charles@analytical-engine.example';
  await db
    .updateTable('handle_members')
    .set({ ...own, pending_address: pending, pending_key: pending })
    .where('id', '=', id)
    .execute();
  const backup = 'acme@elsewhere.example';
  await db
    .updateTable('forwardings')
    .set({ backup_address: backup, backup_key: backup, backup_member_id: id })
    .where('handle_id', '=', handle_id)
    .execute();
  const act = (at: number, account_id: number | null, action: string, details: string[]) => ({
    handle_id,
    at: days(at),
    account_id,
    action,
    details,
  });
  await db
    .insertInto('handle_activity')
    .values([
      act(59, manager, 'app-password.created', ['Gmail']),
      act(30, null, 'auto-reply.changed', ['text', 'until']),
      act(8, editor, 'member.joined', []),
      act(2, owner.accountId, 'member.invited', ['mary@somerville.example']),
      act(0.2, editor, 'profile.changed', ['displayName', 'bio']),
      act(0.01, manager, 'links.changed', []),
    ])
    .execute();
  return { owner, manager: { ...owner, accountId: manager }, editor: { ...owner, accountId: editor } };
}

/** An owner who is invited to two teams, and to whom a handle is offered. */
export async function seedInvited(db: Database, handle: string): Promise<Owner> {
  const invited = await seedOwner(db, handle);
  const email = `${handle}@account.example`;
  for (const [name, role, expires] of [
    ['bbc', 'editor', 13],
    ['math', 'manager', 2],
  ] as const) {
    const { handleId: handle_id, accountId: invited_by } = await seedOwner(db, name);
    const invitation = { handle_id, invited_by, email, role, expires_at: days(-expires) };
    await db.insertInto('handle_members').values(invitation).execute();
  }
  const { handleId: handle_id, accountId: offered_by } = await seedOwner(db, 'lab');
  await db
    .insertInto('handle_transfers')
    .values({ handle_id, offered_by, email, expires_at: days(-9) })
    .execute();
  return invited;
}
