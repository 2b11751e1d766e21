export const teamPages = {
  team: () => '/app/manage-team',
  invitations: () => '/app/invitations',
} as const;
