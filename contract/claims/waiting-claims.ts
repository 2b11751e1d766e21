import * as z from 'zod/mini';
import { actionReason, auditQuery } from '../admin/admin.ts';
import { defineCall, done } from '../call.ts';
import { PLANS } from '../payments/plans.ts';

/** The days after which a claim that nobody has decided ends. */
export const WAITING_DAYS = 14;
/** The days for which the handle of an approved claim is held for its payment. */
export const APPROVED_DAYS = 7;

/** A claim that waits for the decision of an administrator. */
const waitingClaim = z.object({
  id: z.int().check(z.positive()),
  handle: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  createdAt: z.iso.datetime(),
  /** The time at which the claim ends if nobody decides. */
  until: z.iso.datetime(),
});
export type WaitingClaim = z.output<typeof waitingClaim>;

export const getAdminClaims = defineCall('GET /api/admin/claims', {
  by: 'admin',
  query: auditQuery,
  response: z.array(waitingClaim),
});

export const postAdminClaimApprove = defineCall('POST /api/admin/claims/:id/approve', {
  by: 'admin',
  recent: 'administer',
  response: done,
  errors: [
    'not_found',
    'handle_taken',
    'handle_reserved',
    'handle_invalid',
    'paid_plans_off',
    'handle_limit',
    'account_suspended',
    'account_closed',
    'address_changed',
  ],
});

export const postAdminClaimRefuse = defineCall('POST /api/admin/claims/:id/refuse', {
  by: 'admin',
  recent: 'administer',
  body: actionReason,
  response: done,
  errors: ['not_found'],
});
