import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Returns the rows about teams that concern an account, by table, in a fixed order. */
export async function teamRows(db: Queryable, account: { id: number; email: string }) {
  const address = account.email.toLowerCase();
  const members = () =>
    db
      .selectFrom('handle_members')
      .innerJoin('handles', 'handles.id', 'handle_members.handle_id')
      .selectAll('handle_members')
      .select('handles.handle')
      .orderBy('handle_members.id');
  return {
    memberships: await members()
      .where((is) =>
        is.or([
          is('handle_members.account_id', '=', account.id),
          is.and([
            is('handle_members.account_id', 'is', null),
            is(sql<string>`lower(handle_members.email)`, '=', address),
          ]),
        ]),
      )
      .execute(),
    members: await members()
      .where((is) =>
        is.or([is('handles.account_id', '=', account.id), is('handle_members.invited_by', '=', account.id)]),
      )
      .execute(),
    transfers: await db
      .selectFrom('handle_transfers')
      .innerJoin('handles', 'handles.id', 'handle_transfers.handle_id')
      .selectAll('handle_transfers')
      .select('handles.handle')
      .where((is) =>
        is.or([
          is('handle_transfers.offered_by', '=', account.id),
          is(sql<string>`lower(handle_transfers.email)`, '=', address),
        ]),
      )
      .orderBy('handle_transfers.id')
      .execute(),
  };
}

export type TeamRows = Awaited<ReturnType<typeof teamRows>>;
