/** Paths of all pages, including magic links. */
export const pages = {
  home: () => '/',
  /** The page of a claim, with a handle or the code of an invitation. */
  create: (handle?: string, invitation?: string) => {
    const fields = Object.entries({ handle, invitation }).filter(([, value]) => value);
    const query = fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
    return query === '' ? '/create' : `/create?${query}`;
  },
  emailForwarding: () => '/email-forwarding',
  tos: () => '/tos',
  terms: () => '/terms',
  privacy: () => '/privacy',
  status: () => '/status',
  manage: () => '/app/manage',
  manageHandle: (handle: string) => `/app/manage-handle/${encodeURIComponent(handle)}`,
  manageSocial: () => '/app/manage-social',
  manageEmail: (handleId?: number) => (handleId ? `/app/manage-email?handleId=${handleId}` : '/app/manage-email'),
  /** Page after the verification of an inbox; `takesOver` is true for a second inbox. */
  manageEmailVerified: (handle: string, email: string, takesOver = false) =>
    `/app/manage-email?verified=true&handle=${encodeURIComponent(handle)}&email=${encodeURIComponent(email)}${takesOver ? '&takesOver=true' : ''}`,
  manageAppearance: () => '/app/manage-appearance',
  profileSettings: () => '/app/profile-settings',
  admin: () => '/app/adm',
  adminPrices: () => '/app/adm/prices',
  adminClaims: () => '/app/adm?tab=claims',
  /** The pictures of a handle, or of an account by its email address. */
  adminPictures: (search: string) => `/app/adm?tab=pictures&search=${encodeURIComponent(search)}`,
  profile: (username: string) => `/${encodeURIComponent(username)}`,
  /** The dashboard after a sign-in that reopened a closed account. */
  manageRestored: () => '/app/manage?restored',
  link: (token: string) => `/link/${encodeURIComponent(token)}`,
  /** Page on which the owner of an inbox, who needs no account, stops all forwarding to it. */
  stopForwarding: (token: string) => `/stop/${encodeURIComponent(token)}`,
  /** Allows forwarding to the inbox again. */
  allowForwarding: (token: string) => `/stop/${encodeURIComponent(token)}/allow`,
  outbox: () => '/dev/outbox',
  apiDocs: () => '/api/docs',
  qrSvg: (username: string) => `/${encodeURIComponent(username)}/qr.svg`,
  qrPng: (username: string) => `/${encodeURIComponent(username)}/qr.png`,
  vcard: (username: string) => `/${encodeURIComponent(username)}/card.vcf`,
  /** The social image of a profile. A path with a version is immutable and may be cached forever. */
  socialImage: (username: string, version?: string) =>
    `/${encodeURIComponent(username)}/card.png${version ? `?v=${encodeURIComponent(version)}` : ''}`,
  /** The social image of pages without their own. */
  siteImage: () => '/card.png',
  robots: () => '/robots.txt',
  /** The sitemap index, or one of its files, numbered from 1. */
  sitemap: (file?: number) => (file ? `/sitemap-${file}.xml` : '/sitemap.xml'),
  manifest: () => '/site.webmanifest',
  securityContact: () => '/.well-known/security.txt',
  /** The MTA-STS policy, which is served under its own host name (RFC 8461 3.3). */
  mailPolicy: () => '/.well-known/mta-sts.txt',
} as const;

/** First path segments that the product uses, which can therefore never be handles. */
export const OWN_SEGMENTS = [
  'api',
  'app',
  'apple-touch-icon.png',
  'assets',
  'card.png',
  'create',
  'dev',
  'email-forwarding',
  'favicon.ico',
  'favicon.svg',
  'healthz',
  'icons',
  'link',
  'list',
  'media',
  'paypal',
  'privacy',
  'readyz',
  'robots.txt',
  'site.webmanifest',
  'sitemap.xml',
  'stop',
  'terms',
  'tos',
  '.well-known',
  'status',
] as const;

/** Returns whether the product uses this first path segment: one of `OWN_SEGMENTS`, or a sitemap file. */
export function isOwnSegment(segment: string): boolean {
  return (OWN_SEGMENTS as readonly string[]).includes(segment) || /^sitemap-\d+\.xml$/.test(segment);
}
