import { ACCOUNT_ACCESS } from '../accounts/account-access.ts';
import { REPORT_ACCESS } from '../reports/report-access.ts';
import { MEMBER_ACCESS } from './member-access.ts';
import type { Person } from './person.ts';
import type { OwnedResources, RouteAccess } from './required-access.ts';
import { SENDING_ACCESS } from './sending-access.ts';
import { SUPPORT_ACCESS } from './support-access.ts';

const everybody: RouteAccess = { who: 'public' };
const handle = { at: ({ handleId }: OwnedResources) => ({ id: handleId }) };
const forwarding = { at: ({ forwardingId }: OwnedResources) => ({ id: forwardingId }) };
const passkey = { at: ({ passkeyId }: OwnedResources) => ({ id: passkeyId }) };
const username = { who: 'public', at: (owned: OwnedResources) => ({ username: owned.handle }) } as const;
const admin: RouteAccess = { who: 'admin' };
const act = { who: 'admin', recent: true } as const;
const suspension = { ...act, ...handle, body: () => ({ reason: 'Because.' }) } as const;
const terms = () => ({ name: 'Gold', price_yearly_usd_full: 20, price_yearly_usd_now: 10 });
const file = (name: string) => ({ who: 'public', at: () => ({ name }) }) as const;

/** Credentials of the right form, by no authenticator. */
const ASSERTED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const CREATED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
};

/** Every route with its required access. Calls that delete something are last. */
export const ACCESS: Record<string, RouteAccess> = {
  'GET /': everybody,
  'GET /create': everybody,
  'GET /email-forwarding': everybody,
  'GET /tos': everybody,
  'GET /terms': everybody,
  'GET /privacy': everybody,
  'GET /status': everybody,
  'GET /app': everybody,
  'GET /app/*': everybody,
  'GET /assets/*': everybody,
  'GET /healthz': everybody,
  'GET /readyz': everybody,
  'GET /robots.txt': everybody,
  'GET /sitemap.xml': everybody,
  'GET /sitemap-:file(^[1-9][0-9]{0,4}).xml': everybody,
  'GET /site.webmanifest': everybody,
  'GET /.well-known/security.txt': everybody,
  'GET /.well-known/mta-sts.txt': everybody,
  'GET /favicon.ico': everybody,
  'GET /favicon.svg': everybody,
  'GET /apple-touch-icon.png': everybody,
  'GET /card.png': everybody,
  'GET /icons/192.png': everybody,
  'GET /icons/512.png': everybody,
  'GET /icons/maskable-192.png': everybody,
  'GET /icons/maskable-512.png': everybody,
  'GET /:username': username,
  'GET /:username/qr.svg': username,
  'GET /:username/qr.png': username,
  'GET /:username/card.vcf': username,
  'GET /:username/card.png': username,
  'GET /media/:name': file('avatar-0123456789abcdef-128.webp'),
  'GET /link/:token': { who: 'public', at: () => ({ token: 'no-such-token' }) },
  'POST /link/:token': { who: 'public', at: () => ({ token: 'no-such-token' }) },
  'GET /stop/:token': { who: 'public', at: () => ({ token: 'no-such-token' }) },
  'POST /stop/:token': { who: 'signed' },
  'POST /stop/:token/allow': { who: 'signed' },
  'GET /:username/contact': { who: 'public', at: (owned: OwnedResources) => ({ username: owned.handle }) },
  'POST /:username/contact': { who: 'form', at: (owned: OwnedResources) => ({ username: owned.handle }) },
  'GET /:username/subscribe': { who: 'public', at: (owned: OwnedResources) => ({ username: owned.handle }) },
  'POST /:username/subscribe': { who: 'form', at: (owned: OwnedResources) => ({ username: owned.handle }) },
  'GET /list/:token(^[\\w.-]{30,200}$)': { who: 'public', at: () => ({ token: 'no-such-token-of-any-email-list' }) },
  'POST /list/:token(^[\\w.-]{30,200}$)': { who: 'public', at: () => ({ token: 'no-such-token-of-any-email-list' }) },
  'GET /list/:token(^[\\w.-]{30,200}$)/leave': {
    who: 'public',
    at: () => ({ token: 'no-such-token-of-any-email-list' }),
  },
  'POST /list/:token(^[\\w.-]{30,200}$)/leave': {
    who: 'signed',
    at: () => ({ token: 'no-such-token-of-any-email-list' }),
  },
  'GET /:username/report': username,
  'POST /:username/report': { who: 'form', at: (owned: OwnedResources) => ({ username: owned.handle }) },
  'POST /:username/ping/:blockId': { who: 'counted' },
  'PUT /media/uploads/:id': { who: 'signed' },
  'GET /dev/outbox': { who: 'local mode' },
  'GET /dev/outbox.css': { who: 'local mode' },
  'GET /dev/outbox/:id': { who: 'local mode' },
  'GET /dev/outbox/:id/html': { who: 'local mode' },

  'GET /api/openapi.json': everybody,
  'GET /api/docs': everybody,
  'GET /api/packages': everybody,
  'GET /api/check-handle/:handle': { who: 'public', at: (owned) => ({ handle: owned.handle }) },
  'GET /api/profile/:username': username,
  'POST /api/send-login-magic-link': { who: 'public', body: () => ({ email: 'stranger@inbox.example' }) },
  'POST /api/sign-in-code': {
    who: 'public',
    body: () => ({ email: 'stranger@inbox.example', code: '123456' }),
    needsProof: true,
  },
  'POST /api/passkeys/sign-in-options': everybody,
  'POST /api/passkeys/sign-in': { who: 'public', body: () => ({ credential: ASSERTED }), needsProof: true },
  'POST /api/send-magic-link': {
    who: 'public',
    body: () => ({ email: 'stranger@inbox.example', handle: 'a-stranger-claims-this' }),
  },

  'GET /paypal/setup': { who: 'public', isPaid: true },
  'POST /paypal/order': {
    who: 'public',
    body: () => ({ amount: '4.99', currency: 'USD', intent: 'CAPTURE' }),
    isPaid: true,
  },
  'POST /paypal/order/:orderId/capture': { who: 'public', at: () => ({ orderId: 'NO-SUCH-ORDER' }), isPaid: true },
  'POST /api/complete-paid-registration': {
    who: 'public',
    body: () => ({ email: 'stranger@inbox.example', handle: 'strange', paymentId: 'NO-SUCH-ORDER' }),
    isPaid: true,
  },
  'POST /paypal/webhook': { who: 'signed', isPaid: true },
  'GET /api/handles/:id/renewal': { who: 'owner', right: 'own', ...handle, isPaid: true },
  'POST /api/handles/:id/renewal': {
    who: 'owner',
    right: 'own',
    ...handle,
    body: () => ({ paymentId: 'NO-SUCH-ORDER' }),
    isPaid: true,
  },

  ...SUPPORT_ACCESS,
  'GET /api/admin/check': { who: 'signed in' },
  'GET /api/admin/stats': admin,
  'GET /api/admin/users': admin,
  'GET /api/admin/handles': admin,
  'GET /api/admin/profiles': admin,
  'GET /api/admin/pictures': admin,
  'DELETE /api/admin/pictures/:name': { ...act, body: () => ({ reason: 'Because.' }) },
  'GET /api/admin/users.csv': admin,
  'GET /api/admin/handles.csv': admin,
  'GET /api/admin/profiles.csv': admin,
  'GET /api/admin/packages': admin,
  'GET /api/admin/payments': admin,
  'GET /api/admin/mail-queue': admin,
  'GET /api/admin/mail-reports': admin,
  'GET /api/admin/mail-reports/summary': admin,
  'GET /api/admin/mail-reports/:id': admin,
  'GET /api/admin/audit': admin,
  'POST /api/admin/mail-queue/pause': { ...act, body: () => ({ reason: 'Because.' }) },
  'POST /api/admin/mail-queue/resume': { ...act, body: () => ({ reason: 'Because.' }) },
  'GET /api/admin/sending': admin,
  'POST /api/admin/sending/:id/pause': suspension,
  'POST /api/admin/sending/:id/resume': suspension,
  'POST /api/admin/packages': { ...act, body: terms },
  'POST /api/admin/packages/rises': { ...act, body: () => ({ package: terms() }) },
  'PUT /api/admin/packages/:id': { ...act, body: terms },
  'DELETE /api/admin/packages/:id': act,
  'POST /api/admin/users/:id/handle-limit': { ...suspension, body: () => ({ reason: 'Because.', limit: 30 }) },
  'POST /api/admin/users/:id/end-sessions': suspension,
  'POST /api/admin/users/:id/suspend': suspension,
  'POST /api/admin/users/:id/unsuspend': suspension,
  'POST /api/admin/handles/:id/suspend': suspension,
  'POST /api/admin/handles/:id/unsuspend': suspension,
  'POST /api/admin/payments/:id/refund': { ...suspension, isPaid: true },

  'GET /api/user': { who: 'signed in' },
  'GET /api/handles': { who: 'signed in' },
  'GET /api/handle-figures': { who: 'signed in' },
  'PUT /api/first-run': { who: 'signed in', body: () => ({ state: 'ended' }) },
  'GET /api/handles/:id': { who: 'owner', right: 'page', ...handle },
  'GET /api/profile': { who: 'signed in' },
  'GET /api/email-forwarding': { who: 'signed in' },
  'GET /api/sessions': { who: 'signed in' },
  'GET /api/passkeys': { who: 'signed in' },
  ...ACCOUNT_ACCESS,
  'POST /api/recent-sign-in': { who: 'signed in', body: () => ({ credential: ASSERTED }), needsProof: true },
  'POST /api/passkeys/options': { who: 'signed in', recent: true },
  'POST /api/passkeys': { who: 'signed in', recent: true, body: () => ({ credential: CREATED }), needsProof: true },
  'PATCH /api/passkeys/:id': {
    who: 'owner',
    right: 'account',
    ...passkey,
    body: () => ({ name: 'Renamed by somebody' }),
  },
  'PUT /api/profile/email-visibility': { who: 'signed in', body: () => ({ emailVisible: false }) },
  'POST /api/profiles': { who: 'signed in', body: (owned) => ({ username: `one-more-than-${owned.handle}` }) },
  'POST /api/avatars/upload': { who: 'signed in', body: () => ({}) },
  'POST /api/banners/upload': { who: 'signed in', body: () => ({}) },
  'PATCH /api/handles/:id': {
    who: 'owner',
    right: 'page',
    recent: 'forwardingEmail',
    ...handle,
    body: () => ({ displayName: 'Changed by somebody' }),
    withMail: () => ({ displayName: 'Changed with the mail', emailForwarding: true }),
  },
  'GET /api/handles/:id/activity': { who: 'owner', right: 'manage', ...handle },
  'GET /api/handles/:id/analytics': { who: 'owner', right: 'manage', ...handle },
  'GET /api/handles/:id/analytics.csv': { who: 'owner', right: 'manage', ...handle, isPaid: true },
  'GET /api/handles/:id/subscribers': { who: 'owner', right: 'manage', ...handle },
  'GET /api/handles/:id/subscribers/summary': { who: 'owner', right: 'manage', ...handle },
  'GET /api/handles/:id/subscribers.csv': { who: 'owner', right: 'manage', ...handle },
  'DELETE /api/handles/:id/subscribers/:subscriberId': {
    who: 'owner',
    right: 'manage',
    at: ({ handleId, subscriberId }) => ({ id: handleId, subscriberId }),
  },
  ...SENDING_ACCESS,
  ...REPORT_ACCESS,
  ...MEMBER_ACCESS,
  'PATCH /api/handles/:id/appearance': { who: 'owner', right: 'page', ...handle, body: () => ({ template: 'candy' }) },
  'POST /api/handles/:id/pictures/upload': {
    who: 'owner',
    right: 'page',
    ...handle,
    body: () => ({ kind: 'block' }),
  },
  'POST /api/handles/:id/pictures': {
    who: 'owner',
    right: 'page',
    ...handle,
    body: ({ pictureUrl }) => ({ kind: 'block', uploadURL: pictureUrl }),
  },
  'GET /api/handles/:id/blocks': { who: 'owner', right: 'page', ...handle },
  'GET /api/handles/:id/page.html': { who: 'owner', right: 'page', ...handle },
  'PUT /api/handles/:id/blocks': {
    who: 'owner',
    right: 'page',
    ...handle,
    body: () => [{ type: 'heading', text: 'Shop' }],
  },
  'POST /api/email-forwarding': {
    who: 'owner',
    right: 'mail',
    recent: true,
    body: ({ handleId }) => ({ handleId, forwardingEmail: 'elsewhere@inbox.example' }),
  },
  'POST /api/email-forwarding/:id/resend-verification': { who: 'owner', right: 'mail', ...forwarding },
  'GET /api/email-forwarding/:id/policy': { who: 'owner', right: 'mail', ...forwarding },
  'PATCH /api/email-forwarding/:id/policy': {
    who: 'owner',
    right: 'mail',
    recent: 'backupEmail',
    ...forwarding,
    body: () => ({ whenOff: 'drop', allowedLists: ['lists.example.org'] }),
  },
  'POST /api/email-forwarding/:id/resend-backup': { who: 'owner', right: 'mail', ...forwarding },
  'GET /api/email-forwarding/:id/flights': { who: 'owner', right: 'mail', ...forwarding },
  'GET /api/email-forwarding/:id/flights/:flightId': {
    who: 'owner',
    right: 'mail',
    at: ({ forwardingId, flightId }) => ({ id: forwardingId, flightId }),
  },
  'POST /api/email-forwarding/:id/test-mail': { who: 'owner', right: 'mail', ...forwarding, needsMail: true },
  'PATCH /api/email-forwarding/:id/toggle': {
    who: 'owner',
    right: 'mail',
    ...forwarding,
    body: () => ({ isActive: false }),
  },
  'PUT /api/profile/avatar': { who: 'owner', right: 'account', body: ({ avatarUrl }) => ({ avatarUrl }) },
  'PUT /api/profile/banner': { who: 'owner', right: 'account', body: ({ bannerUrl }) => ({ bannerUrl }) },
  'DELETE /api/profile/avatar': { who: 'signed in' },
  'DELETE /api/profile/banner': { who: 'signed in' },
  'DELETE /api/email-forwarding/:id': { who: 'owner', right: 'mail', recent: true, ...forwarding },
  'DELETE /api/passkeys/:id': { who: 'owner', right: 'account', recent: true, ...passkey },
  'DELETE /api/sessions/:id': {
    who: 'owner',
    right: 'account',
    recent: true,
    at: ({ sessionId }) => ({ id: sessionId }),
  },
  'DELETE /api/sessions': { who: 'signed in', recent: true },
  'DELETE /api/account/email': { who: 'signed in' },
  'DELETE /api/account': { who: 'signed in', recent: true },
  'POST /api/logout': everybody,
  'POST /api/dev-login': { who: 'local mode' },
};

type Method = Parameters<Person['request']>[0];

/** A request for a route with the resources of an owner, or with the same text in place of every parameter. */
export function requestFor(
  route: string,
  owned: OwnedResources,
  text?: string,
  bodyOf = ACCESS[route]?.body,
): { method: Method; url: string; body: object | undefined } {
  const [method = '', pattern = ''] = route.split(' ');
  const { at, query } = ACCESS[route] ?? {};
  const values: Record<string, string | number> = at?.(owned) ?? {};
  const url = pattern
    .replace(/:(\w+)(\([^)]*\))?/g, (_match, name: string) => text ?? String(values[name] ?? 1))
    .replace('*', text ?? 'anything');
  const search = query ? `?${query(owned)}` : '';
  return { method: method as Method, url: url + search, body: bodyOf?.(owned) };
}
