import * as z from 'zod/mini';
import { PLANS } from '../payments/plans.ts';
import { SUPPORT_STATES } from './support.ts';

/** A request to support in the account export. */
export const exportedSupportRequest = z.object({
  subject: z.string(),
  text: z.string(),
  handle: z.nullable(z.string()),
  attachedDeliveries: z.boolean(),
  plan: z.nullable(z.enum(PLANS)),
  priority: z.boolean(),
  state: z.enum(SUPPORT_STATES),
  createdAt: z.iso.datetime(),
  answeredAt: z.nullable(z.iso.datetime()),
  closedAt: z.nullable(z.iso.datetime()),
  /** Oldest first. */
  answers: z.array(z.object({ text: z.string(), answeredAt: z.iso.datetime() })),
});
