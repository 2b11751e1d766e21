/** Addresses of reports about pages. Separate from the addresses of all screens because few screens need these. */
export const reportPages = {
  report: (handle: string) => `/${encodeURIComponent(handle)}/report`,
  /** The form with which the owner of a page appeals against a decision. */
  appeal: (handleId: number, decisionId: number) => `/app/support?handleId=${handleId}&decision=${decisionId}`,
  /** The reports and appeals that wait for an administrator. */
  adminQueue: () => '/app/adm?tab=page-reports',
} as const;
