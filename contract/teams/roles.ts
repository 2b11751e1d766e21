/** Roles of people at a handle. An editor changes the page, a manager everything but payment, transfer and deletion. */
export const ROLES = ['owner', 'manager', 'editor'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation can give. */
export const MEMBER_ROLES = ['manager', 'editor'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/**
 * What a call needs. `page`: profile, links, look and pictures. `manage`: mail, sending, analytics, members and activity.
 * `own`: payment, transfer and deletion.
 */
export type Right = 'page' | 'manage' | 'own';

const RIGHTS: Record<Role, readonly Right[]> = {
  owner: ['page', 'manage', 'own'],
  manager: ['page', 'manage'],
  editor: ['page'],
};

/** Returns whether a role includes a right. */
export function hasRight(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}
