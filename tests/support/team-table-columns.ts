import { nothing, type Table } from './table-entry.ts';

/** How the export and the erasure handle the tables of teams. */
export const TEAM_TABLES: {
  [Name in 'handle_activity' | 'handle_members' | 'handle_transfers']: Table<Name>;
} = {
  handle_activity: {
    erasure: 'with the handle',
    columns: nothing('account_id action at details handle_id id'),
    notExported: 'the log of a handle, which its team can read; the erasure of an account removes its address',
  },
  handle_members: {
    erasure: 'with the account or the handle',
    columns: {
      email: 'teams.memberships[].email',
      role: 'teams.memberships[].role',
      invited_at: 'teams.memberships[].invitedAt',
      expires_at: 'teams.memberships[].expiresAt',
      joined_at: 'teams.memberships[].joinedAt',
      address: 'teams.memberships[].inbox',
      pending_address: 'teams.memberships[].pendingInbox',
      wants_mail: 'teams.memberships[].wantsMail',
      paused_at: 'teams.memberships[].pausedAt',
      ...nothing('account_id address_key handle_id id invited_by pending_key'),
    },
    notExported: 'keys are derived from the addresses; the rest is implied',
  },
  handle_transfers: {
    erasure: 'with the account or the handle',
    columns: {
      email: 'teams.transfers[].email',
      created_at: 'teams.transfers[].createdAt',
      expires_at: 'teams.transfers[].expiresAt',
      ...nothing('handle_id id offered_by'),
    },
    notExported: 'implied by the handle',
  },
};
