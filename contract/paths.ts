/** Paths of all pages, including those of magic links. */
export const pages = {
  home: () => '/',
  create: (handle?: string) => (handle ? `/create?handle=${encodeURIComponent(handle)}` : '/create'),
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
  card: (username: string, version?: string) =>
    `/${encodeURIComponent(username)}/card.png${version ? `?v=${encodeURIComponent(version)}` : ''}`,
  /** The social image of pages without their own. */
  siteCard: () => '/card.png',
  robots: () => '/robots.txt',
  /** The sitemap index, or one of its files, numbered from 1. */
  sitemap: (file?: number) => (file ? `/sitemap-${file}.xml` : '/sitemap.xml'),
  manifest: () => '/site.webmanifest',
  securityContact: () => '/.well-known/security.txt',
  /** The MTA-STS policy, which is served under its own host name (RFC 8461 3.3). */
  mailPolicy: () => '/.well-known/mta-sts.txt',
} as const;

export const calls = {
  user: () => '/api/user',
  sendLoginLink: () => '/api/send-login-magic-link',
  sendClaimLink: () => '/api/send-magic-link',
  logout: () => '/api/logout',
  devLogin: () => '/api/dev-login',
  signInCode: () => '/api/sign-in-code',
  sessions: () => '/api/sessions',
  session: (id: number) => `/api/sessions/${id}`,
  recentSignIn: () => '/api/recent-sign-in',
  recentSignInEmail: () => '/api/recent-sign-in/email',
  recentSignInOptions: () => '/api/recent-sign-in/options',
  passkeys: () => '/api/passkeys',
  passkey: (id: number) => `/api/passkeys/${id}`,
  passkeyOptions: () => '/api/passkeys/options',
  passkeySignIn: () => '/api/passkeys/sign-in',
  passkeySignInOptions: () => '/api/passkeys/sign-in-options',
  packages: () => '/api/packages',
  checkHandle: (handle: string) => `/api/check-handle/${encodeURIComponent(handle)}`,
  handles: () => '/api/handles',
  handle: (id: number) => `/api/handles/${id}`,
  appearance: (id: number) => `/api/handles/${id}/appearance`,
  profiles: () => '/api/profiles',
  ownProfile: () => '/api/profile',
  emailVisibility: () => '/api/profile/email-visibility',
  profilePicture: (kind: 'avatar' | 'banner') => `/api/profile/${kind}`,
  uploadPicture: (kind: 'avatar' | 'banner') => `/api/${kind}s/upload`,
  account: () => '/api/account',
  exportAccount: () => '/api/account/export',
  /** The sign-in address, and its change. */
  accountEmail: () => '/api/account/email',
  openApi: () => '/api/openapi.json',
  profile: (username: string) => `/api/profile/${encodeURIComponent(username)}`,
  forwarding: () => '/api/email-forwarding',
  resendVerification: (id: number) => `/api/email-forwarding/${id}/resend-verification`,
  toggleForwarding: (id: number) => `/api/email-forwarding/${id}/toggle`,
  mailPolicy: (id: number) => `/api/email-forwarding/${id}/policy`,
  flights: (id: number) => `/api/email-forwarding/${id}/flights`,
  flight: (id: number, flightId: string) => `/api/email-forwarding/${id}/flights/${encodeURIComponent(flightId)}`,
  testMail: (id: number) => `/api/email-forwarding/${id}/test-mail`,
  resendBackup: (id: number) => `/api/email-forwarding/${id}/resend-backup`,
  paypalSetup: () => '/paypal/setup',
  paypalOrder: () => '/paypal/order',
  capturePaypalOrder: (orderId: string) => `/paypal/order/${encodeURIComponent(orderId)}/capture`,
  completePaidRegistration: () => '/api/complete-paid-registration',
  /** GET returns the price of another year. POST grants the year that an order paid for. */
  renewal: (id: number) => `/api/handles/${id}/renewal`,
  /** GET returns what would end. POST gives the handle up. */
  giveUp: (id: number) => `/api/handles/${id}/give-up`,
  /** Takes giving up back. */
  keep: (id: number) => `/api/handles/${id}/keep`,
  deleteForwarding: (id: number) => `/api/email-forwarding/${id}`,
  adminCheck: () => '/api/admin/check',
  adminStats: () => '/api/admin/stats',
  adminWaiting: () => '/api/admin/waiting',
  adminList: (list: 'users' | 'handles' | 'profiles') => `/api/admin/${list}`,
  /** The complete list as a CSV file. */
  adminExport: (list: 'users' | 'handles' | 'profiles') => `/api/admin/${list}.csv`,
  adminSuspension: (list: 'users' | 'handles', id: number, act: 'suspend' | 'unsuspend') =>
    `/api/admin/${list}/${id}/${act}`,
  adminHandleLimit: (id: number) => `/api/admin/users/${id}/handle-limit`,
  adminEndSessions: (id: number) => `/api/admin/users/${id}/end-sessions`,
  adminPackages: () => '/api/admin/packages',
  adminPackageRises: () => '/api/admin/packages/rises',
  adminPackage: (id: number) => `/api/admin/packages/${id}`,
  adminPayments: () => '/api/admin/payments',
  adminRefund: (id: number) => `/api/admin/payments/${id}/refund`,
  adminMailQueue: () => '/api/admin/mail-queue',
  /** Pauses or resumes delivery from the queue. */
  adminMailQueueAct: (act: 'pause' | 'resume') => `/api/admin/mail-queue/${act}`,
  /** The mail of a handle, or one message. */
  adminMail: () => '/api/admin/mail',
  adminAudit: () => '/api/admin/audit',
  adminPictures: () => '/api/admin/pictures',
  /** `name` is that of any of its files, as under `/media/`. */
  adminPicture: (name: string) => `/api/admin/pictures/${encodeURIComponent(name)}`,
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
