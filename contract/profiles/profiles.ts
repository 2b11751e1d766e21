import * as z from 'zod/mini';
import { blocks } from '../blocks/blocks.ts';
import { defineCall } from '../call.ts';
import { CLAIM_ERRORS, invitationCode } from '../claim-modes/claim-rule.ts';
import { PICTURE_ERRORS, setAvatarRequest, setBannerRequest } from '../pictures.ts';
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
  /** A handle without pictures has the account's pictures; `template` is the id of the theme. */
  ...shownFields,
  /** The owner's switch for the address. */
  emailVisible: z.boolean(),
  /** Whether mail to the handle reaches an inbox now. The page shows its address and contact form only if it does. */
  acceptsMail: z.boolean(),
  /** The networks of `PLATFORMS` (contract/social/networks.ts) to which the page links. */
  socialLinks: z.array(socialLink),
  /** The blocks that visitors see now, in order; without hidden blocks and blocks scheduled for other times. */
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
const emailVisibilityRequest = z.strictObject({ emailVisible: z.boolean() });

/** POST /api/profiles: claims a free handle for the signed-in user, without an email. */
export const createProfileRequest = z.strictObject({
  username: z.string().check(z.maxLength(200)),
  displayName: z.optional(displayName),
  bio: z.optional(bio),
  invitation: z.optional(invitationCode),
});
/** The status is 202 for a claim that waits for the decision of an administrator. */
const createProfileResponse = z.union([z.object({ username: z.string() }), z.object({ state: z.literal('waiting') })]);

export const postProfile = defineCall('POST /api/profiles', {
  by: 'account',
  body: createProfileRequest,
  response: createProfileResponse,
  status: 201,
  errors: [
    'handle_taken',
    'handle_reserved',
    'handle_invalid',
    'payment_required',
    'paid_plans_off',
    ...CLAIM_ERRORS,
    'handle_limit',
    'too_many_claims',
    'too_many_waiting',
  ],
});

export const getPublicProfile = defineCall('GET /api/profile/:username', {
  by: 'anyone',
  response: publicProfile,
  errors: ['not_found'],
});

export const putAvatar = defineCall('PUT /api/profile/avatar', {
  by: 'account',
  body: setAvatarRequest,
  response: ownProfile,
  errors: ['not_found', ...PICTURE_ERRORS],
});

export const putBanner = defineCall('PUT /api/profile/banner', {
  by: 'account',
  body: setBannerRequest,
  response: ownProfile,
  errors: ['not_found', ...PICTURE_ERRORS],
});

export const getOwnProfile = defineCall('GET /api/profile', { by: 'account', response: ownProfile });

export const putEmailVisibility = defineCall('PUT /api/profile/email-visibility', {
  by: 'account',
  body: emailVisibilityRequest,
  response: ownProfile,
});

export const deleteAvatar = defineCall('DELETE /api/profile/avatar', { by: 'account', response: ownProfile });

export const deleteBanner = defineCall('DELETE /api/profile/banner', { by: 'account', response: ownProfile });
