/** Paths of the calls about support. Separate from those of all screens, because visitors load those. */
export const supportCalls = {
  support: () => '/api/support',
  adminSupport: () => '/api/admin/support',
  /** Open requests and reply times of the last 90 days. */
  adminSupportSummary: () => '/api/admin/support/summary',
  adminSupportRequest: (id: number) => `/api/admin/support/${id}`,
  adminSupportAnswers: (id: number) => `/api/admin/support/${id}/answers`,
} as const;

export const supportPages = { support: () => '/app/support' } as const;
