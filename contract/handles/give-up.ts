import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';

/** Number of days during which an owner can take back a handle that was given up. */
export const GIVE_UP_DAYS = 7;

/**
 * Months of quarantine during which no one can claim a handle without an owner, because a new owner could get mail for
 * the old one.
 */
export const QUARANTINE_MONTHS = 12;

/** GET /api/handles/{id}/give-up: the effects of giving up the handle, and the refund. */
const giveUpEffect = z.object({
  /** The number of members, who would lose access. */
  members: z.int(),
  /** End of the paid year; null if the handle is free of charge. */
  paidUntil: z.nullable(z.iso.datetime()),
  /** Refund in dollars at the end, if the payment is within the money-back guarantee; otherwise 0. */
  refund: z.number(),
});
export type GiveUpEffect = z.infer<typeof giveUpEffect>;

/** POST /api/handles/{id}/give-up: the moment until which the owner can keep the handle. */
const givenUp = z.object({ until: z.iso.datetime() });

export const getGiveUp = defineCall('GET /api/handles/:id/give-up', { right: 'own', response: giveUpEffect });

export const postGiveUp = defineCall('POST /api/handles/:id/give-up', {
  right: 'own',
  recent: 'give-up-handle',
  response: givenUp,
  errors: ['give_up_blocked', 'transfer_pending', 'too_many_requests'],
});

export const postKeep = defineCall('POST /api/handles/:id/keep', { right: 'own', response: done });
