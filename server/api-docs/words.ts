import type { ErrorCode } from '../../contract/errors.ts';
import { ADMIN_WORDS } from './admin-words.ts';
import type { RouteWords } from './route-words.ts';

const UPLOAD_WORDS = 'The answer is an address that takes one file of at most 10,485,760 bytes by PUT, once.';
const PICTURE_FAULTS: ErrorCode[] = [
  'not_found',
  'upload_refused',
  'upload_expired',
  'upload_missing',
  'upload_too_large',
  'picture_unreadable',
  'picture_too_large',
  'picture_too_long',
];
const PAYMENT_ENDS: ErrorCode[] = [
  'payment_open',
  'payment_lapsed',
  'payment_differs',
  'payment_pending',
  'payment_refunded',
  'handle_gone_refunded',
  'payment_unsettled',
  'payments_unavailable',
];
const PAGED = 'Oldest first. `Link: <...>; rel="next"` says where the next page is, when there is one.';

/** What every call does, by method and path. A call that is missing here fails a test. */
export const ROUTE_WORDS: Record<string, RouteWords> = {
  'GET /api/user': { tag: 'Signing in', summary: 'Who is signed in' },
  'POST /api/send-login-magic-link': {
    tag: 'Signing in',
    summary: 'Mail a sign-in link',
    description: 'The answer is the same whether or not the address has an account.',
    fails: ['too_many_letters'],
  },
  'POST /api/logout': { tag: 'Signing in', summary: 'End the session' },
  'POST /api/dev-login': {
    tag: 'Signing in',
    summary: 'Sign in as the first administrator',
    description: 'On a local installation only.',
    fails: ['not_found', 'account_suspended'],
  },
  'GET /api/check-handle/:handle': { tag: 'Handles', summary: 'Whether a handle can be claimed' },
  'GET /api/packages': { tag: 'Handles', summary: 'What the plans cost', description: 'In US dollars a year.' },
  'POST /api/send-magic-link': {
    tag: 'Handles',
    summary: 'Mail the link that claims a free handle',
    description: 'The handle is not held meanwhile: the first to press the button behind the link gets it.',
    fails: [
      'handle_taken',
      'handle_reserved',
      'handle_invalid',
      'plan_mismatch',
      'payment_required',
      'paid_plans_off',
      'own_domain',
      'too_many_letters',
    ],
  },
  'POST /api/profiles': {
    tag: 'Handles',
    summary: 'Claim a free handle at once',
    description: 'For who is signed in.',
    fails: ['handle_taken', 'handle_reserved', 'handle_invalid', 'payment_required', 'paid_plans_off'],
  },
  'GET /api/handles': { tag: 'Handles', summary: 'Your handles', description: PAGED },
  'PATCH /api/handles/:id': {
    tag: 'Handles',
    summary: 'Change a handle',
    description: 'What is named is changed, all of it or nothing. `socialLinks` replaces all links.',
    fails: [
      'not_found',
      'own_domain',
      'forwarder_limit',
      'inbox_stopped',
      'forwarding_needs_address',
      'too_many_letters',
    ],
  },
  'PATCH /api/handles/:id/appearance': {
    tag: 'Handles',
    summary: 'Choose the theme of a page',
    fails: ['not_found'],
  },
  'GET /api/email-forwarding': { tag: 'Email forwarding', summary: 'Your forwarding addresses', description: PAGED },
  'POST /api/email-forwarding': {
    tag: 'Email forwarding',
    summary: 'Set where the mail of a handle goes',
    description: 'A new address is asked for its word by mail. Until then mail goes on to the one that is verified.',
    fails: ['not_found', 'own_domain', 'forwarder_limit', 'inbox_stopped', 'too_many_letters'],
  },
  'POST /api/email-forwarding/:id/resend-verification': {
    tag: 'Email forwarding',
    summary: 'Mail the verification link once more',
    fails: ['not_found', 'already_verified', 'too_many_letters'],
  },
  'PATCH /api/email-forwarding/:id/toggle': {
    tag: 'Email forwarding',
    summary: 'Switch forwarding on or off',
    description: 'On also tries an inbox again that was paused because it seemed gone.',
    fails: ['not_found', 'inbox_stopped'],
  },
  'GET /api/email-forwarding/:id/policy': {
    tag: 'Email forwarding',
    summary: 'What you want for the mail of a handle',
    fails: ['not_found'],
  },
  'PATCH /api/email-forwarding/:id/policy': {
    tag: 'Email forwarding',
    summary: 'Change what you want for the mail of a handle',
    description:
      'What is named is changed, all of it or nothing. `blocked` replaces the whole list. A second inbox is asked for its word by mail; an empty one takes it away.',
    fails: ['not_found', 'own_domain', 'same_address', 'forwarder_limit', 'inbox_stopped', 'too_many_letters'],
  },
  'POST /api/email-forwarding/:id/resend-backup': {
    tag: 'Email forwarding',
    summary: 'Mail the verification link to the second inbox once more',
    fails: ['not_found', 'already_verified', 'too_many_letters'],
  },
  'GET /api/email-forwarding/:id/flights': {
    tag: 'Email forwarding',
    summary: 'Where mail to a handle went',
    description:
      'For 90 days. Newest first. `search` is a part of a sender, author or recipient. `Link: <...>; rel="next"` says where the next page is, when there is one.',
    fails: ['not_found'],
  },
  'GET /api/email-forwarding/:id/flights/:flightId': {
    tag: 'Email forwarding',
    summary: 'The way of one mail',
    fails: ['not_found'],
  },
  'POST /api/email-forwarding/:id/test-mail': {
    tag: 'Email forwarding',
    summary: 'Send a test mail to a handle',
    description: 'It comes in as mail of any stranger does. `flightId` names the flight to look at.',
    fails: ['not_found', 'nothing_to_test', 'test_unsent', 'too_many_letters'],
  },
  'DELETE /api/email-forwarding/:id': {
    tag: 'Email forwarding',
    summary: 'Take forwarding away',
    fails: ['not_found'],
  },
  'GET /api/profile/:username': { tag: 'Profiles', summary: 'The public view of a handle', fails: ['not_found'] },
  'GET /api/profile': { tag: 'Profiles', summary: 'What your pages have in common' },
  'PUT /api/profile/email-visibility': {
    tag: 'Profiles',
    summary: 'Show or hide the address on your pages',
  },
  'POST /api/avatars/upload': {
    tag: 'Pictures',
    summary: 'Ask for an address to send an avatar to',
    description: UPLOAD_WORDS,
  },
  'POST /api/banners/upload': {
    tag: 'Pictures',
    summary: 'Ask for an address to send a banner to',
    description: UPLOAD_WORDS,
  },
  'PUT /api/profile/avatar': { tag: 'Pictures', summary: 'Take over an avatar that was sent', fails: PICTURE_FAULTS },
  'PUT /api/profile/banner': { tag: 'Pictures', summary: 'Take over a banner that was sent', fails: PICTURE_FAULTS },
  'DELETE /api/profile/avatar': { tag: 'Pictures', summary: 'Remove the avatar' },
  'DELETE /api/profile/banner': { tag: 'Pictures', summary: 'Remove the banner' },
  'GET /paypal/setup': {
    tag: 'Payments',
    summary: 'What the browser needs to open PayPal',
    fails: ['paid_plans_off', 'payments_unavailable'],
  },
  'POST /paypal/order': {
    tag: 'Payments',
    summary: 'Place an order',
    description: 'With `handle` and `email` the handle is held for 15 minutes. With `renew`, for who is signed in.',
    fails: [
      'price_changed',
      'plan_mismatch',
      'order_ambiguous',
      'own_domain',
      'handle_taken',
      'handle_reserved',
      'handle_invalid',
      'signed_out',
      'not_found',
      'not_renewable',
      'renewal_too_early',
      'too_many_orders',
      'paid_plans_off',
      'payments_unavailable',
    ],
  },
  'POST /paypal/order/:orderId/capture': {
    tag: 'Payments',
    summary: 'Take the money of an order that was approved',
    fails: [
      'not_found',
      'paid_plans_off',
      'payment_unknown',
      'payment_declined',
      'payments_unavailable',
      ...PAYMENT_ENDS,
    ],
  },
  'POST /api/complete-paid-registration': {
    tag: 'Payments',
    summary: 'Claim the handle that was paid for',
    description: 'Said again, it answers the same. A handle that is gone is paid back at once.',
    fails: [
      'own_domain',
      'handle_invalid',
      'plan_mismatch',
      'paid_plans_off',
      'payment_unknown',
      'payment_bound',
      ...PAYMENT_ENDS,
    ],
  },
  'GET /api/handles/:id/renewal': {
    tag: 'Payments',
    summary: 'What another year of a handle costs',
    fails: ['not_found', 'not_renewable', 'renewal_too_early', 'paid_plans_off'],
  },
  'POST /api/handles/:id/renewal': {
    tag: 'Payments',
    summary: 'Renew a handle by a payment',
    fails: ['not_found', 'payment_unknown', 'payment_bound', 'not_renewable', 'paid_plans_off', ...PAYMENT_ENDS],
  },
  'POST /paypal/webhook': {
    tag: 'Payments',
    summary: 'Where PayPal tells of payments',
    description: 'For PayPal alone: every message is signed.',
    isSigned: true,
    fails: ['webhook_refused', 'invalid_json', 'body_too_large', 'payments_unavailable'],
  },
  'GET /api/account/export': {
    tag: 'Account',
    summary: 'Everything held on you, as one file',
    description: 'Pictures are in it as `data:` addresses. No secret is, nor a fingerprint of one.',
  },
  'DELETE /api/account': {
    tag: 'Account',
    summary: 'Mail the link that deletes the account',
    description:
      'Nothing happens until the button behind the link is pressed. The account is closed then, and erased after 14 days; signing in before brings it back.',
    fails: ['too_many_letters'],
  },
  ...ADMIN_WORDS,
  'GET /api/openapi.json': {
    tag: 'This description',
    summary: 'As OpenAPI 3.1',
    answers: 'description',
  },
  'GET /api/docs': { tag: 'This description', summary: 'As a page to read', answers: 'text/html' },
};
