import type { FastifyRequest } from 'fastify';
import type { ConfirmedAct } from '../../../../contract/confirmed-acts.ts';

/** What a recent sign-in confirms, by route; the test of recent sign-ins compares it with the routes that require one. */
const ACTS: Record<string, ConfirmedAct> = {
  'PATCH /api/handles/:id': 'inbox',
  'POST /api/email-forwarding': 'inbox',
  'PATCH /api/email-forwarding/:id/policy': 'inbox',
  'PUT /api/handles/:id/member-inbox': 'inbox',
  'DELETE /api/email-forwarding/:id': 'remove-inbox',
  'PUT /api/handles/:id/reply-mode': 'reply-mode',
  'POST /api/handles/:id/app-passwords': 'app-password',
  'POST /api/handles/:id/members': 'invite-member',
  'PATCH /api/handles/:id/members/:memberId': 'change-member',
  'POST /api/handles/:id/transfer': 'offer-handle',
  'POST /api/transfers/:id/accept': 'accept-handle',
  'POST /api/handles/:id/give-up': 'give-up-handle',
  'POST /api/account/email': 'change-address',
  'POST /api/passkeys/options': 'add-passkey',
  'POST /api/passkeys': 'add-passkey',
  'DELETE /api/passkeys/:id': 'remove-passkey',
  'DELETE /api/sessions': 'end-sessions',
  'DELETE /api/sessions/:id': 'end-sessions',
  'GET /api/account/export': 'export',
  'DELETE /api/account': 'delete-account',
};

/** Returns what a request needs a recent sign-in for; undefined if the table does not name it. */
export function actOf({ method, routeOptions }: FastifyRequest): ConfirmedAct | undefined {
  const { url = '' } = routeOptions;
  return url.startsWith('/api/admin/') ? 'administer' : ACTS[`${method} ${url}`];
}
