import type { RouteAccess } from './required-access.ts';

const admin: RouteAccess = { who: 'admin' };
const act = { who: 'admin', recent: true } as const;

/** Routes of support, and of what administrators look up for it. */
export const SUPPORT_ACCESS: Record<string, RouteAccess> = {
  'GET /api/admin/waiting': admin,
  'GET /api/admin/mail': { ...admin, query: ({ handle }) => `handle=${handle}` },
  'GET /api/admin/support': admin,
  'GET /api/admin/support/:id': admin,
  'POST /api/admin/support/:id/answers': { ...act, body: () => ({ text: 'An answer.' }) },
  'GET /api/admin/support/summary': admin,
  'PATCH /api/admin/support/:id': { ...act, body: () => ({ state: 'answered' }) },
  'GET /api/support': { who: 'signed in' },
  'POST /api/support': { who: 'signed in', body: ({ handleId }) => ({ subject: 'Help', text: 'Please.', handleId }) },
};
