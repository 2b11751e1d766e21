/** Roles of administrators. An owner may make every call and set roles; what the others may do is in `ADMIN_CALLS`. */
export const ADMIN_ROLES = ['owner', 'support', 'moderation', 'mail', 'finance', 'reader'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

const ALL = ['support', 'moderation', 'mail', 'finance', 'reader'] as const;
const SUPPORT = ['support', 'reader'] as const;
const MODERATION = ['moderation', 'reader'] as const;
const MAIL = ['mail', 'reader'] as const;
const FINANCE = ['finance', 'reader'] as const;

/**
 * The roles that may make each call of administrators, in addition to owners. A reader may make every call that only
 * reads. `defineCall` accepts no call of administrators without a row.
 */
export const ADMIN_CALLS = {
  'GET /api/admin/stats': ALL,
  'GET /api/admin/waiting': ALL,
  'GET /api/admin/audit': ['reader'],

  'GET /api/admin/users': ALL,
  'GET /api/admin/users.csv': ['reader'],
  'POST /api/admin/users/:id/suspend': ['moderation'],
  'POST /api/admin/users/:id/unsuspend': ['moderation'],
  'POST /api/admin/users/:id/end-sessions': ['support', 'moderation'],
  'POST /api/admin/users/:id/handle-limit': ['support'],
  'PUT /api/admin/users/:id/role': [],

  'GET /api/admin/handles': ALL,
  'GET /api/admin/handles.csv': ['reader'],
  'POST /api/admin/handles/:id/suspend': ['moderation'],
  'POST /api/admin/handles/:id/unsuspend': ['moderation'],

  'GET /api/admin/profiles': ['support', 'moderation', 'reader'],
  'GET /api/admin/profiles.csv': ['reader'],
  'GET /api/admin/pictures': MODERATION,
  'DELETE /api/admin/pictures/:name': ['moderation'],
  'GET /api/admin/page-reports': MODERATION,
  'GET /api/admin/page-reports.csv': MODERATION,
  'GET /api/admin/page-reports/:id': MODERATION,
  'POST /api/admin/page-reports/:id/decision': ['moderation'],
  'POST /api/admin/page-reports/:id/appeal-decision': ['moderation'],

  'GET /api/admin/payments': ['support', 'finance', 'reader'],
  'POST /api/admin/payments/:id/refund': ['finance'],
  'GET /api/admin/packages': FINANCE,
  'POST /api/admin/packages': ['finance'],
  'POST /api/admin/packages/rises': ['finance'],
  'PUT /api/admin/packages/:id': ['finance'],
  'DELETE /api/admin/packages/:id': ['finance'],

  'GET /api/admin/support': SUPPORT,
  'GET /api/admin/support/summary': SUPPORT,
  'GET /api/admin/support/:id': SUPPORT,
  'POST /api/admin/support/:id/answers': ['support'],
  'PATCH /api/admin/support/:id': ['support'],

  'GET /api/admin/mail': ['support', 'mail', 'reader'],
  'GET /api/admin/mail-queue': MAIL,
  'POST /api/admin/mail-queue/pause': ['mail'],
  'POST /api/admin/mail-queue/resume': ['mail'],
  'GET /api/admin/mail-reports': MAIL,
  'GET /api/admin/mail-reports/summary': MAIL,
  'GET /api/admin/mail-reports/:id': MAIL,
  'GET /api/admin/sending': ['moderation', 'mail', 'reader'],
  'POST /api/admin/sending/:id/pause': ['moderation', 'mail'],
  'POST /api/admin/sending/:id/resume': ['moderation', 'mail'],

  'GET /api/admin/invitations': ['support', 'moderation', 'reader'],
  'POST /api/admin/invitations': ['support'],
  'DELETE /api/admin/invitations/:id': ['support'],
  'GET /api/admin/claims': ['support', 'moderation', 'reader'],
  'POST /api/admin/claims/:id/approve': ['support', 'moderation'],
  'POST /api/admin/claims/:id/refuse': ['support', 'moderation'],

  'GET /api/admin/site': ['reader'],
  'GET /api/admin/site/settings': ['reader'],
  'PUT /api/admin/site': [],
  'POST /api/admin/site/pictures/upload': [],
  'POST /api/admin/site/pictures': [],
} as const satisfies Record<`${string} /api/admin/${string}`, readonly AdminRole[]>;

/** Method and path of a call of administrators. */
export type AdminRoute = keyof typeof ADMIN_CALLS;

/** Returns whether a role may make a call of administrators; for a call without a row, no role may. */
export function mayCall(role: AdminRole, { method, path }: { method: string; path: string }): boolean {
  const route = `${method} ${path}`;
  if (!Object.hasOwn(ADMIN_CALLS, route)) return false;
  const roles: readonly AdminRole[] = ADMIN_CALLS[route as AdminRoute];
  return role === 'owner' || roles.includes(role);
}
