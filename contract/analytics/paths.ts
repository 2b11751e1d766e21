export const analyticsPages = {
  analytics: () => '/app/analytics',
} as const;

/** Returns the path that a browser calls when a visitor follows a link (the attribute `ping`). */
export const linkPing = (handle: string, linkId: number | string) => `/${encodeURIComponent(handle)}/ping/${linkId}`;
