/** Paths of the calls about analytics. Separate from those of all screens, because visitors load those. */
export const analyticsCalls = {
  analytics: (id: number, days: number) => `/api/handles/${id}/analytics?days=${days}`,
  analyticsCsv: (id: number, days: number) => `/api/handles/${id}/analytics.csv?days=${days}`,
} as const;

export const analyticsPages = {
  analytics: () => '/app/analytics',
} as const;

/** Path that a browser calls when a link of a page is followed (the attribute `ping`). */
export const linkPing = (handle: string, linkId: number | string) => `/${encodeURIComponent(handle)}/ping/${linkId}`;
