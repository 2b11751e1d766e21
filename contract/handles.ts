import { z } from 'zod';
import { PLANS } from './plans.ts';
import { socialLink } from './social-links.ts';

/** GET /api/check-handle/{handle} */
export const availability = z.object({
  available: z.boolean(),
  reason: z.enum(['taken', 'reserved', 'invalid']).optional(),
});
export type Availability = z.infer<typeof availability>;

/** States of a handle on the wire. */
export const HANDLE_STATES = ['active', 'resting', 'suspended', 'quarantined'] as const;

/** One item of GET /api/handles: all that its card shows. */
export const handle = z.object({
  id: z.int().positive(),
  handle: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  profilePicture: z.string().nullable(),
  bannerImage: z.string().nullable(),
  template: z.string(),
  emailForwarding: z.boolean(),
  forwardingEmail: z.string().nullable(),
  profilePage: z.boolean(),
  socialLinks: z.array(socialLink),
  createdAt: z.iso.datetime(),
});
export type Handle = z.infer<typeof handle>;

/** GET /api/handles: oldest first. */
export const handleList = z.array(handle);

/** How a list is paged: `?limit=&after=`, `after` being the id of the last item seen. */
export const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type Page = z.infer<typeof page>;
