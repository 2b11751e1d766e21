import * as z from 'zod/mini';
import { socialLink } from './social-links.ts';

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
