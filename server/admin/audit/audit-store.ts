import { sql } from 'kysely';
import type { AdminRole } from '../../../contract/admin-roles.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** An administrator, as sessions identify them. */
export interface Actor {
  id: number | null;
  email: string;
  role?: AdminRole | null;
}

/** The actor of a command that runs on the machine of the server. */
export const COMMAND_LINE: Actor = { id: null, email: 'command line' };

/** An action of an administrator, as the audit log records it. */
export interface AuditEntry {
  /** The administrator; without an id, the command line. */
  actor: Actor;
  act: string;
  target: {
    kind:
      | 'user'
      | 'handle'
      | 'package'
      | 'payment'
      | 'picture'
      | 'support request'
      | 'page reports'
      | 'mail'
      | 'list'
      | 'site'
      | 'invitation';
    id: number | null;
    name?: string;
  };
  reason?: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Adds an action to the audit log, in the transaction of the action. The database rejects changes and deletions. */
export async function recordAction(trx: Transaction<DB>, { actor, act, target, reason, before, after }: AuditEntry) {
  await trx
    .insertInto('admin_acts')
    .values({
      actor_id: actor.id,
      actor: actor.email,
      actor_role: actor.role ?? null,
      act,
      target_kind: target.kind,
      target_id: target.id,
      target: target.name ?? null,
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}

/** Returns the log with the current addresses of accounts, newest first, one entry more than the page has. */
export async function readActions(db: Queryable, { limit, before }: { limit: number; before: string | undefined }) {
  return db
    .selectFrom('admin_acts')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'admin_acts.target_id').on('admin_acts.target_kind', '=', 'user'),
    )
    .select([
      'admin_acts.id',
      'at',
      'actor',
      'actor_role',
      'act',
      'target_kind',
      'target_id',
      'reason',
      'before',
      'after',
    ])
    .select(sql<string | null>`coalesce(admin_acts.target, accounts.email)`.as('target'))
    .$if(before !== undefined, (query) => query.where('admin_acts.id', '<', before ?? ''))
    .orderBy('admin_acts.id', 'desc')
    .limit(limit + 1)
    .execute();
}
