/** Addresses of reports about pages. Separate from those of all screens: only few need them. */
export const reportPages = {
  report: (handle: string) => `/${encodeURIComponent(handle)}/report`,
  /** Where the owner of a page appeals against a decision. */
  appeal: (handleId: number, decisionId: number) => `/app/support?handleId=${handleId}&decision=${decisionId}`,
  /** The reports and appeals that wait for an administrator. */
  adminQueue: () => '/app/adm?tab=page-reports',
} as const;
