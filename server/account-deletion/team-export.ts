import type { AccountExport } from '../../contract/accounts/account-export.ts';
import type { MemberRole } from '../../contract/roles.ts';
import type { ExportedTeam } from '../../contract/teams/exported-teams.ts';
import type { Action } from '../../contract/teams/teams.ts';
import type { TeamRows } from './team-export-store.ts';

const time = (moment: Date): string => moment.toISOString();
const timeOrNull = (moment: Date | null): string | null => moment && time(moment);

type Place = Pick<TeamRows['members'][number], 'email' | 'role' | 'mail' | 'invited_at' | 'expires_at' | 'joined_at'>;

const toPlace = (row: Place) => ({
  email: row.email,
  role: row.role as MemberRole,
  mail: row.mail,
  invitedAt: time(row.invited_at),
  expiresAt: time(row.expires_at),
  joinedAt: timeOrNull(row.joined_at),
});

const toOffer = (row: { created_at: Date; expires_at: Date }) => ({
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
});

/** Returns the part of the account export about the team of one handle. */
export function exportTeam(rows: TeamRows, handleId: number): ExportedTeam {
  const transfer = rows.transfers.find((row) => row.handle_id === handleId);
  return {
    members: rows.members.filter((row) => row.handle_id === handleId).map(toPlace),
    transfer: transfer ? { email: transfer.email, ...toOffer(transfer) } : null,
  };
}

/** Returns the parts of the account export about the teams of others, and about who did what. */
export function exportTeamwork(rows: TeamRows): Pick<AccountExport, 'memberships' | 'offeredHandles' | 'activity'> {
  return {
    memberships: rows.memberships.map((row) => ({
      ...{ handle: row.handle, ...toPlace(row), inbox: row.address, pendingInbox: row.pending_address },
      ...{ wantsMail: row.wants_mail, pausedAt: timeOrNull(row.paused_at) },
    })),
    offeredHandles: rows.offers.map((row) => ({ handle: row.handle, ...toOffer(row) })),
    activity: rows.activity.map(({ handle, at, email, action, details }) => ({
      ...{ handle, at: time(at), by: email, action: action as Action, details },
    })),
  };
}
