import { nothing, type Table } from './table-entry.ts';

/** How the export and the erasure handle the tables of teams. */
export const TEAM_TABLES: { [Name in 'handle_activity' | 'handle_members' | 'handle_transfers']: Table<Name> } = {
  handle_activity: {
    erasure: 'with the handle',
    columns: {
      account_id: 'activity[].by',
      action: 'activity[].action',
      at: 'activity[].at',
      details: 'activity[].details[]',
      handle_id: 'activity[].handle',
      id: null,
    },
    notExported: 'implied by the order',
  },
  handle_members: {
    erasure: 'with the account, and with the handle',
    columns: {
      handle_id: 'memberships[].handle',
      email: 'handles[].team.members[].email',
      role: 'handles[].team.members[].role',
      invited_at: 'handles[].team.members[].invitedAt',
      expires_at: 'handles[].team.members[].expiresAt',
      joined_at: 'handles[].team.members[].joinedAt',
      address: 'memberships[].inbox',
      pending_address: 'memberships[].pendingInbox',
      mail: 'handles[].team.members[].mail',
      wants_mail: 'memberships[].wantsMail',
      paused_at: 'memberships[].pausedAt',
      ...nothing('account_id address_key gone_count gone_since id invited_by lost_mail_at pending_key'),
      ...nothing('refusal refusals refused_since'),
    },
    notExported:
      'keys are derived from the addresses; who invited is in the activity; counts of failures; an email that is due',
  },
  handle_transfers: {
    erasure: 'with the account, and with the handle',
    columns: {
      handle_id: 'offeredHandles[].handle',
      email: 'handles[].team.transfer.email',
      created_at: 'handles[].team.transfer.createdAt',
      expires_at: 'handles[].team.transfer.expiresAt',
      ...nothing('id offered_by'),
    },
    notExported: 'the owner offers',
  },
};
