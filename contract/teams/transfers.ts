import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { DECIDED_CLAIM_ERRORS } from '../claim-modes/claim-rule.ts';
import { accepted, moment } from './teams.ts';

/** POST /api/handles/{id}/transfer returns 201 and the offer of `team`. */
export const newTransfer = z.strictObject({ email: emailAddress });

const offeredTransfer = z.object({
  id: z.int().check(z.positive()),
  email: z.string(),
  createdAt: moment,
  expiresAt: moment,
});

export const postTransfer = defineCall('POST /api/handles/:id/transfer', {
  right: 'own',
  recent: 'offer-handle',
  body: newTransfer,
  response: offeredTransfer,
  status: 201,
  errors: [
    'transfer_blocked',
    'transfer_pending',
    'transfer_to_owner',
    ...DECIDED_CLAIM_ERRORS,
    'own_domain',
    'too_many_requests',
    'too_many_emails',
  ],
});

export const deleteTransfer = defineCall('DELETE /api/handles/:id/transfer', { right: 'own', response: done });

export const postTransferAccept = defineCall('POST /api/transfers/:id/accept', {
  by: 'account',
  recent: 'accept-handle',
  response: accepted,
  errors: ['not_found', 'transfer_expired', 'transfer_blocked', 'handle_limit', ...DECIDED_CLAIM_ERRORS],
});

export const deleteOfferedTransfer = defineCall('DELETE /api/transfers/:id', {
  by: 'account',
  response: done,
  errors: ['not_found'],
});
