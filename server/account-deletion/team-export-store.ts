import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

interface Person {
  id: number;
  email: string;
}

/** Returns the rows about teams that concern a person, in a fixed order. */
export async function teamRows(db: Queryable, { id, email }: Person) {
  const own = db.selectFrom('handles').select('handles.id').where('account_id', '=', id);
  const address = email.toLowerCase();
  return {
    members: await db
      .selectFrom('handle_members')
      .select(['handle_id', 'email', 'role', 'mail', 'invited_at', 'expires_at', 'joined_at'])
      .where('handle_id', 'in', own)
      .orderBy('id')
      .execute(),
    transfers: await db
      .selectFrom('handle_transfers')
      .select(['handle_id', 'email', 'created_at', 'expires_at'])
      .where('handle_id', 'in', own)
      .execute(),
    memberships: await db
      .selectFrom('handle_members')
      .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
      .select(['handle', 'email', 'role', 'mail', 'invited_at', 'expires_at', 'joined_at'])
      .select(['address', 'pending_address', 'wants_mail', 'paused_at'])
      .where((is) =>
        is.or([
          is('handle_members.account_id', '=', id),
          is.and([is('handle_members.account_id', 'is', null), is(sql<string>`lower(email)`, '=', address)]),
        ]),
      )
      .orderBy('handle_members.id')
      .execute(),
    offers: await db
      .selectFrom('handle_transfers')
      .innerJoin('handles', 'handles.id', 'handle_transfers.handle_id')
      .select(['handle', 'handle_transfers.created_at', 'expires_at'])
      .where(sql<string>`lower(email)`, '=', address)
      .orderBy('handle_transfers.id')
      .execute(),
    activity: await db
      .selectFrom('handle_activity')
      .innerJoin('handles', 'handles.id', 'handle_activity.handle_id')
      .leftJoin('accounts', 'accounts.id', 'handle_activity.account_id')
      .select(['handles.handle', 'handle_activity.at', 'accounts.email', 'action', 'details'])
      .where((is) => is.or([is('handles.account_id', '=', id), is('handle_activity.account_id', '=', id)]))
      .orderBy('handle_activity.id')
      .execute(),
  };
}

export type TeamRows = Awaited<ReturnType<typeof teamRows>>;
