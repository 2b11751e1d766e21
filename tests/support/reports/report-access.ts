import type { OwnedResources, RouteAccess } from '../api/required-access.ts';

const username = { at: (owned: OwnedResources) => ({ username: owned.handle }) };
const admin: RouteAccess = { who: 'admin' };
const act = { who: 'admin', recent: true } as const;
const decision = { at: ({ handleId, decisionId }: OwnedResources) => ({ id: handleId, decisionId }) };

/** The routes of reports about pages with their required access. */
export const REPORT_ACCESS: Record<string, RouteAccess> = {
  'GET /:username/report': { who: 'public', ...username },
  'POST /:username/report': { who: 'form', ...username },
  'GET /api/admin/page-reports': admin,
  'GET /api/admin/page-reports.csv': admin,
  'GET /api/admin/page-reports/:id': admin,
  'POST /api/admin/page-reports/:id/decision': {
    ...act,
    body: () => ({ action: 'dismiss', reporterAnswer: 'Thank you.', ownerAnswer: null }),
  },
  'POST /api/admin/page-reports/:id/appeal-decision': {
    ...act,
    body: () => ({ outcome: 'confirmed', answer: 'It stays.' }),
  },
  'GET /api/handles/:id/decisions/:decisionId': { who: 'owner', right: 'own', ...decision },
  'POST /api/handles/:id/decisions/:decisionId/appeal': {
    who: 'owner',
    right: 'own',
    ...decision,
    body: () => ({ text: 'This is wrong.' }),
  },
};
