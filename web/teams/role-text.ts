import type { MemberRole, Role } from '../../contract/roles.ts';

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', manager: 'Manager', editor: 'Editor' };

/** The rights of a role in one sentence. */
export const ROLE_TEXTS: Record<MemberRole, string> = {
  manager: 'Everything except payment, handing over the handle and deleting it. The mail only if the owner gives it.',
  editor: 'The page only: profile, links and look. A copy of the mail only if the owner gives it; no inbox addresses.',
};
