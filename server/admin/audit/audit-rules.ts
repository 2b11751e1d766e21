import type { AdminAction } from '../../../contract/admin/admin.ts';
import type { DB } from '../../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { type ListedPage, pageOf } from '../../platform/http/paging.ts';
import { adminRoleOf } from '../../platform/http/sessions/admin-role.ts';
import { type Actor, readActions, recordAction } from './audit-store.ts';

/** Records that an administrator exported a list. */
export async function recordExport(db: Database, actor: Actor, list: string, query: object): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      recordAction(trx, { actor, act: 'export', target: { kind: 'list', id: null, name: list }, after: { ...query } }),
    );
}

/**
 * Records that an administrator, or a person whom ADMIN_EMAILS makes one, now signs in with another address. Does
 * nothing for anyone else.
 */
export async function recordAddressOfAdmin(
  trx: Transaction<DB>,
  account: { id: number; is_admin: boolean; admin_role: string | null },
  { from, to, admins }: { from: string; to: string; admins: ReadonlySet<string> },
): Promise<void> {
  const isAdmin = (email: string) => adminRoleOf({ ...account, email }, admins) !== null;
  if (!isAdmin(from) && !isAdmin(to)) return;
  await recordAction(trx, {
    actor: { id: account.id, email: from },
    act: 'change sign-in address',
    target: { kind: 'user', id: account.id },
    before: { email: from, isAdmin: isAdmin(from) },
    after: { email: to, isAdmin: isAdmin(to) },
  });
}

/** Returns the audit log, newest first. */
export async function listActions(
  db: Queryable,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<ListedPage<AdminAction>> {
  return pageOf(await readActions(db, { limit, before: after }), limit, (row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    ...(row.actor_role && { role: row.actor_role as NonNullable<AdminAction['role']> }),
    act: row.act,
    target: [row.target_kind, row.target_id, row.target && (row.target_id === null ? row.target : `(${row.target})`)]
      .filter((part) => part !== null)
      .join(' '),
    reason: row.reason,
    before: row.before as AdminAction['before'],
    after: row.after as AdminAction['after'],
  }));
}
