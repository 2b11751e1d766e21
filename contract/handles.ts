import * as z from 'zod/mini';
import { PLANS } from './plans.ts';
import { profileFields } from './profile-fields.ts';
import { socialLink } from './social-links.ts';

/** GET /api/check-handle/{handle} */
export const availability = z.object({
  available: z.boolean(),
  reason: z.optional(z.enum(['taken', 'reserved', 'invalid', 'not-offered'])),
});
export type Availability = z.infer<typeof availability>;

/** States of a handle on the wire. */
export const HANDLE_STATES = ['active', 'resting', 'suspended', 'quarantined'] as const;

/** One item of GET /api/handles: all that its card shows. */
export const handle = z.object({
  id: z.int().check(z.positive()),
  /** Another one after every change; sent back in If-Match it guards a write. */
  version: z.string(),
  handle: z.string(),
  plan: z.enum(PLANS),
  status: z.enum(HANDLE_STATES),
  ...profileFields,
  /** The picture that its page shows: its own, else the account's. */
  picture: z.nullable(z.string()),
  /** The owner's switch; false where there is no address. */
  emailForwarding: z.boolean(),
  forwardingEmail: z.nullable(z.string()),
  /** Whether `forwardingEmail` is verified: none where there is no address. */
  forwardingStatus: z.enum(['none', 'pending', 'verified']),
  /** Where mail goes right now; null for nowhere. */
  deliveringTo: z.nullable(z.string()),
  socialLinks: z.array(socialLink),
  createdAt: z.iso.datetime(),
  /** The end of the year that was paid for; absent where the handle is free of charge. */
  paidUntil: z.optional(z.iso.datetime()),
});
export type Handle = z.infer<typeof handle>;

/** GET /api/handles: oldest first. */
export const handleList = z.array(handle);

/** How a list is paged: `?limit=&after=`, `after` being the id of the last item seen. */
export const page = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  after: z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(0)))),
});
export type Page = z.infer<typeof page>;

/** Query of GET /api/handles: a page, or the one handle of this name where it is the asker's. */
export const handlePage = z.extend(page, { handle: z.optional(z.string().check(z.maxLength(200))) });
export type HandlePage = z.infer<typeof handlePage>;
