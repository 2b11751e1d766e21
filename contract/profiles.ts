import * as z from 'zod/mini';
import { socialLink } from './social-links.ts';
import { bio, displayName } from './text.ts';

export const themeConfig = z.object({
  background: z.string(),
  cardBg: z.string(),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  textColor: z.string(),
  fontFamily: z.string(),
});
export type ThemeConfig = z.infer<typeof themeConfig>;

/** GET /api/profile/{username}: the public view of a handle. */
export const publicProfile = z.object({
  username: z.string(),
  displayName: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  bannerImage: z.nullable(z.string()),
  profilePicture: z.nullable(z.string()),
  emailVisible: z.boolean(),
  socialLinks: z.array(socialLink),
  /** The theme's id, beyond the spec: what the page's drawing is chosen by. */
  template: z.string(),
  themeConfig,
});
export type PublicProfile = z.infer<typeof publicProfile>;

/** GET /api/profile: what a person's pages have in common, and the first of their handles. */
export const ownProfile = z.object({
  avatarUrl: z.nullable(z.string()),
  bannerUrl: z.nullable(z.string()),
  /** On unless it says otherwise. */
  emailVisible: z._default(z.boolean(), true),
  handle: z.nullable(z.string()),
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** PUT /api/profile/email-visibility */
export const emailVisibilityRequest = z.strictObject({ emailVisible: z.boolean() });

/** POST /api/profiles: claims a handle of free length at once. */
export const createProfileRequest = z.strictObject({
  username: z.string().check(z.maxLength(200)),
  displayName: z.optional(displayName),
  bio: z.optional(bio),
});
export const createProfileResponse = z.object({ username: z.string() });
