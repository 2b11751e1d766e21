import * as z from 'zod/mini';
import { defineCall, done } from '../call.ts';

/** Days for which an owner can keep a handle after giving it up. */
export const GIVE_UP_DAYS = 7;

/** Months of quarantine in which nobody can claim a handle without an owner: mail for the old owner could reach a new one. */
export const QUARANTINE_MONTHS = 12;

/** GET /api/handles/{id}/give-up: what would end, and the money that would be returned. */
const giveUpEffect = z.object({
  /** The number of members, who would lose access. */
  members: z.int(),
  /** End of the paid year; null if the handle is free of charge. */
  paidUntil: z.nullable(z.iso.datetime()),
  /** Dollars that would be returned at the end, because they were paid within the days of the guarantee; 0 for none. */
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
