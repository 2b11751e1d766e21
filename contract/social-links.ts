import * as z from 'zod/mini';

/** A social link as every call answers it; `active` says the same as `isActive`. */
export const socialLink = z.object({
  platform: z.string(),
  username: z.string(),
  url: z.string(),
  isActive: z.boolean(),
  active: z.boolean(),
});
export type SocialLink = z.infer<typeof socialLink>;
