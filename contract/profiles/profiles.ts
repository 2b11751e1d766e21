import * as z from 'zod/mini';
import { blocks } from '../blocks/blocks.ts';
import { socialLink } from '../social/social-links.ts';
import { bio, displayName } from '../text.ts';
import { shownFields } from './profile-fields.ts';

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
  /** A handle without pictures has those of the account; `template` is the id of the theme. */
  ...shownFields,
  /** The owner's switch for the address. */
  emailVisible: z.boolean(),
  /** Whether mail to the handle reaches an inbox now; the page shows its address and its contact form only then. */
  acceptsMail: z.boolean(),
  /** The networks of contract/social/platforms.ts that the page links to. */
  socialLinks: z.array(socialLink),
  /** The page in order: what visitors see now, without hidden blocks and those of another time. */
  blocks,
  themeConfig,
});
export type PublicProfile = z.infer<typeof publicProfile>;

/** GET /api/profile: settings that apply to all pages of a user, and the user's first handle. */
export const ownProfile = z.object({
  avatarUrl: z.nullable(z.string()),
  bannerUrl: z.nullable(z.string()),
  emailVisible: z._default(z.boolean(), true),
  handle: z.nullable(z.string()),
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** PUT /api/profile/email-visibility */
export const emailVisibilityRequest = z.strictObject({ emailVisible: z.boolean() });

/** POST /api/profiles: claims a handle that is free of charge for the signed-in user, without an email. */
export const createProfileRequest = z.strictObject({
  username: z.string().check(z.maxLength(200)),
  displayName: z.optional(displayName),
  bio: z.optional(bio),
});
export const createProfileResponse = z.object({ username: z.string() });
