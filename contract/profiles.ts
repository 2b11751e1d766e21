import * as z from 'zod/mini';
import { shownFields } from './profile-fields.ts';
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
  /** With the pictures of the account where the handle has none; `template` is the id of the theme. */
  ...shownFields,
  emailVisible: z.boolean(),
  socialLinks: z.array(socialLink),
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
