/** Addresses of reports about pages. Separate from those of all screens: only few need them. */
export const reportPages = {
  report: (handle: string) => `/${encodeURIComponent(handle)}/report`,
  /** Where the owner of a page appeals against a decision. */
  appeal: (handleId: number, decisionId: number) => `/app/support?handleId=${handleId}&decision=${decisionId}`,
  /** The reports and appeals that wait for an administrator. */
  adminQueue: () => '/app/adm?tab=page-reports',
} as const;

export const reportCalls = {
  /** A decision of the administrators about a page. */
  decision: (handleId: number, decisionId: number) => `/api/handles/${handleId}/decisions/${decisionId}`,
  appeal: (handleId: number, decisionId: number) => `/api/handles/${handleId}/decisions/${decisionId}/appeal`,
  adminCases: () => '/api/admin/page-reports',
  adminCasesExport: () => '/api/admin/page-reports.csv',
  adminCase: (id: number) => `/api/admin/page-reports/${id}`,
  adminDecision: (id: number) => `/api/admin/page-reports/${id}/decision`,
  adminAppealDecision: (id: number) => `/api/admin/page-reports/${id}/appeal-decision`,
} as const;
