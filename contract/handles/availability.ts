import * as z from 'zod/mini';

/** GET /api/check-handle/{handle}. In a file of its own, because the landing page loads it. */
export const availability = z.object({
  available: z.boolean(),
  reason: z.optional(z.enum(['taken', 'reserved', 'invalid', 'not-offered'])),
});
export type Availability = z.infer<typeof availability>;
