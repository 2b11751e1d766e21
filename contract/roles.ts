/** Roles of people at a handle. An editor changes the page, a manager everything but payment, transfer and deletion. */
export const ROLES = ['owner', 'manager', 'editor'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation can give. */
export const MEMBER_ROLES = ['manager', 'editor'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * What a call needs. `page`: profile, links, look and pictures. `copy`: an inbox of one's own that gets a copy of the mail. `manage`:
 * sending, analytics, members and activity. `mail`: where the mail goes, its rules and what it reveals: delivery log, contacts,
 * replies, automatic reply. `own`: payment, transfer and deletion.
 */
export type Right = 'page' | 'copy' | 'manage' | 'mail' | 'own';

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['page', 'copy', 'manage', 'mail', 'own'],
  manager: ['page', 'copy', 'manage', 'mail'],
  editor: ['page', 'copy'],
};

/** What a person has at a handle: the role, and whether the owner has granted its mail, which is true for the owner. */
export interface Place {
  role: Role;
  receivesMail: boolean;
}

/** Returns whether a right needs, besides the role, that the owner has granted the mail of the handle. */
export function needsMail(right: Right): boolean {
  return right === 'copy' || right === 'mail';
}

/** Returns whether a role includes a right, for rights of `needsMail` if the owner grants the mail. */
export function roleIncludes(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}

/** Returns whether a person has a right at a handle. */
export function hasRight({ role, receivesMail }: Place, right: Right): boolean {
  return roleIncludes(role, right) && (receivesMail || !needsMail(right));
}

/** Returns whether a member has the mail of a handle if the owner gives the role and says nothing about mail. */
export function receivesMailByDefault(role: MemberRole): boolean {
  return role === 'manager';
}
