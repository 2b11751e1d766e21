/** Paths of the calls about teams. Separate from those of all screens, because visitors load those. */
export const teamCalls = {
  team: (id: number) => `/api/handles/${id}/team`,
  members: (id: number) => `/api/handles/${id}/members`,
  /** DELETE withdraws an invitation, removes a member, or leaves the team; the owner can keep the inboxes that the member has set. */
  member: (id: number, memberId: number, keepInboxes = false) =>
    `/api/handles/${id}/members/${memberId}${keepInboxes ? '?keepInboxes=true' : ''}`,
  resendInvitation: (id: number, memberId: number) => `/api/handles/${id}/members/${memberId}/resend`,
  /** The inbox at which a member receives the mail of the handle. */
  memberInbox: (id: number) => `/api/handles/${id}/member-inbox`,
  resendMemberInbox: (id: number) => `/api/handles/${id}/member-inbox/resend-verification`,
  /** POST offers the handle to another account, DELETE withdraws the offer. */
  transfer: (id: number) => `/api/handles/${id}/transfer`,
  activity: (id: number) => `/api/handles/${id}/activity`,
  /** Invitations and offered handles that wait for the signed-in person. */
  invitations: () => '/api/invitations',
  /** DELETE declines. */
  invitation: (id: number) => `/api/invitations/${id}`,
  acceptInvitation: (id: number) => `/api/invitations/${id}/accept`,
  offeredTransfer: (id: number) => `/api/transfers/${id}`,
  /** What the deletion of the account would end: its handles, and those that have members. */
  accountDeletion: () => '/api/account/deletion',
  acceptTransfer: (id: number) => `/api/transfers/${id}/accept`,
} as const;

export const teamPages = {
  team: () => '/app/manage-team',
  invitations: () => '/app/invitations',
} as const;
