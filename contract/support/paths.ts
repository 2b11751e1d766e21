/** Paths of the calls about support. Separate from those of all screens, because visitors load those. */
export const supportCalls = {
  support: () => '/api/support',
  adminSupport: () => '/api/admin/support',
  /** Open requests and reply times of the last 90 days. */
  adminSupportSummary: () => '/api/admin/support/summary',
  adminSupportRequest: (id: number) => `/api/admin/support/${id}`,
  adminSupportAnswers: (id: number) => `/api/admin/support/${id}/answers`,
} as const;

export const supportPages = {
  support: () => '/app/support',
  /** The form with the topic "Refund", about a handle if its id is known. */
  refund: (handleId?: number) => `/app/support?topic=refund${handleId === undefined ? '' : `&handleId=${handleId}`}`,
} as const;
