import { globSync, readFileSync } from 'node:fs';
import { STANDARD_SITE } from '../../../contract/site/site-document.ts';
import { DAY } from '../../../contract/time.ts';
import { MEMBER_ACCESS } from './member-access.ts';
import type { Person } from './person.ts';
import { type OwnedResources, owned, type RouteAccess } from './required-access.ts';
import { SENDING_ACCESS } from './sending-access.ts';

const everybody: RouteAccess = { who: 'public' };
const handle = ({ handleId }: OwnedResources) => ({ id: handleId });
const forwarding = ({ forwardingId }: OwnedResources) => ({ id: forwardingId });
const decision = ({ handleId, decisionId }: OwnedResources) => ({ id: handleId, decisionId });
const passkey = ({ passkeyId }: OwnedResources) => ({ id: passkeyId });
const username = { who: 'public', at: ({ handle }: OwnedResources) => ({ username: handle }) } as const;
const admin: RouteAccess = { who: 'admin' };
const act = { who: 'admin', recent: true, at: handle, body: () => ({ reason: 'Because.' }) } as const;
const terms = () => ({ name: 'Gold', price_yearly_usd_full: 20, price_yearly_usd_now: 10 });
const link = { who: 'public', at: () => ({ token: 'no-such-token' }) } as const;
const list = { who: 'public', at: () => ({ token: 'no-such-token-of-any-email-list' }) } as const;
const file = (name: string) => ({ who: 'public', at: () => ({ name }) }) as const;

/** Credentials of the right form that no authenticator made. */
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

/** Every call below `/api/admin` is for administrators, and needs a recent sign-in unless it only reads; `ACCESS` has the exceptions. */
const ADMIN_ACCESS = Object.fromEntries(
  globSync('contract/**/*.ts')
    .sort()
    .flatMap((source) => readFileSync(source, 'utf8').match(/(?<=defineCall\(\s*')\w+ \/api\/admin\/[^']+/g) ?? [])
    .map((route) => [route, route.startsWith('GET ') ? admin : act]),
);

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
  'GET /link/:token': link,
  'POST /link/:token': link,
  'GET /stop/:token': link,
  'POST /stop/:token': { who: 'signed' },
  'POST /stop/:token/allow': { who: 'signed' },
  'GET /:username/contact': username,
  'POST /:username/contact': { ...username, who: 'form' },
  'GET /:username/subscribe': username,
  'POST /:username/subscribe': { ...username, who: 'form' },
  'GET /list/:token(^[\\w.-]{30,200}$)': list,
  'POST /list/:token(^[\\w.-]{30,200}$)': list,
  'GET /list/:token(^[\\w.-]{30,200}$)/leave': list,
  'POST /list/:token(^[\\w.-]{30,200}$)/leave': { ...list, who: 'signed' },
  'GET /:username/report': username,
  'POST /:username/report': { ...username, who: 'form' },
  'POST /:username/ping/:blockId': { who: 'counted' },
  'PUT /media/uploads/:id': { who: 'signed' },
  'GET /dev/outbox': { who: 'local mode' },
  'GET /dev/outbox.css': { who: 'local mode' },
  'GET /dev/outbox/:id': { who: 'local mode' },
  'GET /dev/outbox/:id/html': { who: 'local mode' },

  'GET /api/openapi.json': everybody,
  'GET /api/docs': everybody,
  'GET /api/site': everybody,
  'GET /api/claim-invitations/:code': { who: 'public', at: () => ({ code: '1.no-such-code' }) },
  'GET /api/packages': everybody,
  'GET /api/check-handle/:handle': { who: 'public', at: ({ handle }) => ({ handle }) },
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
  'GET /api/handles/:id/renewal': owned('own', handle, { isPaid: true }),
  'POST /api/handles/:id/renewal': owned('own', handle, { body: () => ({ paymentId: 'NO-SUCH-ORDER' }), isPaid: true }),

  ...ADMIN_ACCESS,
  'GET /api/admin/check': { who: 'signed in' },
  'GET /api/admin/mail': { ...admin, query: ({ handle }) => `handle=${handle}` },
  'POST /api/admin/support/:id/answers': { ...act, body: () => ({ text: 'An answer.' }) },
  'PATCH /api/admin/support/:id': { ...act, body: () => ({ state: 'answered' }) },
  'POST /api/admin/packages': { ...act, body: terms },
  'POST /api/admin/packages/rises': { ...act, body: () => ({ package: terms() }) },
  'PUT /api/admin/packages/:id': { ...act, body: terms },
  'POST /api/admin/invitations': {
    ...act,
    body: () => ({ uses: 2, until: new Date(Date.now() + 200 * DAY).toISOString() }),
  },
  'PUT /api/admin/site': { ...act, body: () => STANDARD_SITE },
  'POST /api/admin/site/pictures/upload': { ...act, body: () => ({ kind: 'logo' }) },
  'POST /api/admin/site/pictures': {
    ...act,
    body: ({ pictureUrl }) => ({ kind: 'logo', uploadURL: pictureUrl }),
  },
  'POST /api/admin/users/:id/handle-limit': { ...act, body: () => ({ reason: 'Because.', limit: 30 }) },
  'PUT /api/admin/users/:id/role': { ...act, body: () => ({ role: 'reader' }) },
  'POST /api/admin/payments/:id/refund': { ...act, isPaid: true },
  'POST /api/admin/page-reports/:id/decision': {
    ...act,
    body: () => ({ action: 'dismiss', reporterAnswer: 'Thank you.', ownerAnswer: null }),
  },
  'POST /api/admin/page-reports/:id/appeal-decision': {
    ...act,
    body: () => ({ outcome: 'confirmed', answer: 'It stays.' }),
  },

  'GET /api/support': { who: 'signed in' },
  'POST /api/support': { who: 'signed in', body: ({ handleId }) => ({ subject: 'Help', text: 'Please.', handleId }) },
  'GET /api/user': { who: 'signed in' },
  'GET /api/handles': { who: 'signed in' },
  'GET /api/handle-figures': { who: 'signed in' },
  'PUT /api/first-run': { who: 'signed in', body: () => ({ state: 'ended' }) },
  'GET /api/handles/:id': owned('page', handle),
  'GET /api/profile': { who: 'signed in' },
  'GET /api/email-forwarding': { who: 'signed in' },
  'GET /api/sessions': { who: 'signed in' },
  'GET /api/passkeys': { who: 'signed in' },
  'GET /api/account/export': { who: 'signed in', recent: true },
  'GET /api/account/email': { who: 'signed in' },
  'POST /api/account/email': { who: 'signed in', recent: true, body: () => ({ email: 'new@inbox.example' }) },
  'GET /api/account/deletion': { who: 'signed in' },
  'GET /api/recent-sign-in': { who: 'signed in' },
  'POST /api/recent-sign-in/options': { who: 'signed in' },
  'POST /api/recent-sign-in/email': { who: 'signed in', body: () => ({}) },
  'POST /api/recent-sign-in': { who: 'signed in', body: () => ({ credential: ASSERTED }), needsProof: true },
  'POST /api/passkeys/options': { who: 'signed in', recent: true },
  'POST /api/passkeys': { who: 'signed in', recent: true, body: () => ({ credential: CREATED }), needsProof: true },
  'PATCH /api/passkeys/:id': owned('account', passkey, { body: () => ({ name: 'Renamed by somebody' }) }),
  'PUT /api/profile/email-visibility': { who: 'signed in', body: () => ({ emailVisible: false }) },
  'POST /api/profiles': { who: 'signed in', body: ({ handle }) => ({ username: `one-more-than-${handle}` }) },
  'POST /api/avatars/upload': { who: 'signed in', body: () => ({}) },
  'POST /api/banners/upload': { who: 'signed in', body: () => ({}) },
  'PATCH /api/handles/:id': owned('page', handle, {
    recent: 'forwardingEmail',
    body: () => ({ displayName: 'Changed by somebody' }),
    withMail: () => ({ displayName: 'Changed with the mail', emailForwarding: true }),
  }),
  'GET /api/handles/:id/activity': owned('manage', handle),
  'GET /api/handles/:id/analytics': owned('manage', handle),
  'GET /api/handles/:id/analytics.csv': owned('manage', handle, { isPaid: true }),
  'GET /api/handles/:id/subscribers': owned('manage', handle),
  'GET /api/handles/:id/subscribers/summary': owned('manage', handle),
  'GET /api/handles/:id/subscribers.csv': owned('manage', handle),
  'DELETE /api/handles/:id/subscribers/:subscriberId': owned('manage', ({ handleId, subscriberId }) => ({
    id: handleId,
    subscriberId,
  })),
  ...SENDING_ACCESS,
  'GET /api/handles/:id/decisions/:decisionId': owned('own', decision),
  'POST /api/handles/:id/decisions/:decisionId/appeal': owned('own', decision, {
    body: () => ({ text: 'This is wrong.' }),
  }),
  ...MEMBER_ACCESS,
  'PATCH /api/handles/:id/appearance': owned('page', handle, { body: () => ({ template: 'candy' }) }),
  'POST /api/handles/:id/pictures/upload': owned('page', handle, { body: () => ({ kind: 'block' }) }),
  'POST /api/handles/:id/pictures': owned('page', handle, {
    body: ({ pictureUrl }) => ({ kind: 'block', uploadURL: pictureUrl }),
  }),
  'GET /api/handles/:id/blocks': owned('page', handle),
  'GET /api/handles/:id/page.html': owned('page', handle),
  'PUT /api/handles/:id/blocks': owned('page', handle, { body: () => [{ type: 'heading', text: 'Shop' }] }),
  'POST /api/email-forwarding': owned('mail', undefined, {
    recent: true,
    body: ({ handleId }) => ({ handleId, forwardingEmail: 'elsewhere@inbox.example' }),
  }),
  'POST /api/email-forwarding/:id/resend-verification': owned('mail', forwarding),
  'GET /api/email-forwarding/:id/policy': owned('mail', forwarding),
  'PATCH /api/email-forwarding/:id/policy': owned('mail', forwarding, {
    recent: 'backupEmail',
    body: () => ({ whenOff: 'drop', allowedLists: ['lists.example.org'] }),
  }),
  'POST /api/email-forwarding/:id/resend-backup': owned('mail', forwarding),
  'GET /api/email-forwarding/:id/flights': owned('mail', forwarding),
  'GET /api/email-forwarding/:id/flights/:flightId': owned('mail', ({ forwardingId, flightId }) => ({
    id: forwardingId,
    flightId,
  })),
  'POST /api/email-forwarding/:id/test-mail': owned('mail', forwarding, { needsMail: true }),
  'PATCH /api/email-forwarding/:id/toggle': owned('mail', forwarding, { body: () => ({ isActive: false }) }),
  'PUT /api/profile/avatar': owned('account', undefined, { body: ({ avatarUrl }) => ({ avatarUrl }) }),
  'PUT /api/profile/banner': owned('account', undefined, { body: ({ bannerUrl }) => ({ bannerUrl }) }),
  'DELETE /api/profile/avatar': { who: 'signed in' },
  'DELETE /api/profile/banner': { who: 'signed in' },
  'DELETE /api/email-forwarding/:id': owned('mail', forwarding, { recent: true }),
  'DELETE /api/passkeys/:id': owned('account', passkey, { recent: true }),
  'DELETE /api/sessions/:id': owned('account', ({ sessionId }) => ({ id: sessionId }), { recent: true }),
  'DELETE /api/sessions': { who: 'signed in', recent: true },
  'DELETE /api/account/email': { who: 'signed in' },
  'DELETE /api/account': { who: 'signed in', recent: true },
  'POST /api/logout': everybody,
  'POST /api/dev-login': { who: 'local mode' },
};

type Method = Parameters<Person['request']>[0];

/** A request for a route with the resources of an owner, or with one text in place of every parameter. */
export function requestFor(
  route: string,
  things: OwnedResources,
  text?: string,
  bodyOf = ACCESS[route]?.body,
): { method: Method; url: string; body: object | undefined } {
  const [method = '', pattern = ''] = route.split(' ');
  const { at, query } = ACCESS[route] ?? {};
  const values: Record<string, string | number> = at?.(things) ?? {};
  const url = pattern
    .replace(/:(\w+)(\([^)]*\))?/g, (_match, name: string) => text ?? String(values[name] ?? 1))
    .replace('*', text ?? 'anything');
  const search = query ? `?${query(things)}` : '';
  return { method: method as Method, url: url + search, body: bodyOf?.(things) };
}
