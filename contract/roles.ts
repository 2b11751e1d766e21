/**
 * Roles of people at a handle. An editor can change the page; a manager can change everything except payment, transfer
 * and deletion.
 */
export const ROLES = ['owner', 'manager', 'editor'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation can give. */
export const MEMBER_ROLES = ['manager', 'editor'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * The right that a call requires. `page`: profile, links, look and pictures. `copy`: a personal inbox that gets a copy
 * of the mail. `manage`: sending, analytics, members and activity. `mail`: the destination, rules and contents of mail:
 * delivery log, contacts, replies, automatic reply. `own`: payment, transfer and deletion.
 */
export type Right = 'page' | 'copy' | 'manage' | 'mail' | 'own';

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['page', 'copy', 'manage', 'mail', 'own'],
  manager: ['page', 'copy', 'manage', 'mail'],
  editor: ['page', 'copy'],
};

/** A person's role at a handle, and whether the owner has granted access to its mail; always true for the owner. */
export interface Place {
  role: Role;
  receivesMail: boolean;
}

/** Returns whether a right requires, in addition to the role, the owner's grant of access to the mail. */
export function needsMail(right: Right): boolean {
  return right === 'copy' || right === 'mail';
}

/**
 * Returns whether a role includes a right; for rights of `needsMail`, assuming that the owner grants access to the
 * mail.
 */
export function roleIncludes(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}

/** Returns whether a person has a right at a handle. */
export function hasRight({ role, receivesMail }: Place, right: Right): boolean {
  return roleIncludes(role, right) && (receivesMail || !needsMail(right));
}

/** Returns whether a member with this role has access to the mail unless the owner decides otherwise. */
export function receivesMailByDefault(role: MemberRole): boolean {
  return role === 'manager';
}
