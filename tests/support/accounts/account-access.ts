import type { RouteAccess } from '../api/required-access.ts';

/** Part of `ACCESS`: the account and its recent sign-in. */
export const ACCOUNT_ACCESS: Record<string, RouteAccess> = {
  'GET /api/account/export': { who: 'signed in', recent: true },
  'GET /api/account/email': { who: 'signed in' },
  'POST /api/account/email': { who: 'signed in', recent: true, body: () => ({ email: 'new@inbox.example' }) },
  'GET /api/account/deletion': { who: 'signed in' },
  'GET /api/recent-sign-in': { who: 'signed in' },
  'POST /api/recent-sign-in/options': { who: 'signed in' },
  'POST /api/recent-sign-in/email': { who: 'signed in', body: () => ({}) },
};
