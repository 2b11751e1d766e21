export const analyticsPages = {
  analytics: () => '/app/analytics',
} as const;

/** Path that a browser calls when a link of a page is followed (the attribute `ping`). */
export const linkPing = (handle: string, linkId: number | string) => `/${encodeURIComponent(handle)}/ping/${linkId}`;
