import type { MemberRole, Role } from '../../contract/teams/roles.ts';

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', manager: 'Manager', editor: 'Editor' };

/** What a role may do, in one sentence. */
export const ROLE_TEXTS: Record<MemberRole, string> = {
  manager: 'Everything except payment, handing the handle over and deleting it.',
  editor: 'The page only: profile, links and look. No mail, no inbox addresses.',
};
