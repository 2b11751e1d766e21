import type { ExportedTeams } from '../../contract/teams/exported-teams.ts';
import type { MemberRole } from '../../contract/teams/roles.ts';
import type { TeamRows } from './teams-export-store.ts';

const time = (moment: Date): string => moment.toISOString();
const timeOrNull = (moment: Date | null): string | null => moment && time(moment);

/** Returns the part of the account export about teams. The inbox of another member is not in it. */
export function exportTeams(rows: TeamRows): ExportedTeams {
  const place = (row: TeamRows['members'][number]) => ({
    handle: row.handle,
    email: row.email,
    role: row.role as MemberRole,
    invitedAt: time(row.invited_at),
    joinedAt: timeOrNull(row.joined_at),
  });
  return {
    memberships: rows.memberships.map((row) => ({
      ...place(row),
      expiresAt: time(row.expires_at),
      inbox: row.address,
      pendingInbox: row.pending_address,
      wantsMail: row.wants_mail,
      pausedAt: timeOrNull(row.paused_at),
    })),
    members: rows.members.map(place),
    transfers: rows.transfers.map((row) => ({
      handle: row.handle,
      email: row.email,
      createdAt: time(row.created_at),
      expiresAt: time(row.expires_at),
    })),
  };
}
