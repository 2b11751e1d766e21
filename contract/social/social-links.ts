import * as z from 'zod/mini';
import { PLATFORMS } from './networks.ts';
import { isLinkAddress, isPlatformId } from './platforms.ts';

/** A social link in responses; `active` equals `isActive`. */
export const socialLink = z.object({
  platform: z.string(),
  username: z.string(),
  url: z.string(),
  isActive: z.boolean(),
  active: z.boolean(),
});
export type SocialLink = z.infer<typeof socialLink>;

const USERNAME_MAX_LENGTH = 100;

const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const flag = z.union([
  z.boolean(),
  z.pipe(
    z.literal([0, 1]),
    z.transform((value) => value === 1),
  ),
]);

/** One link to save. An absent URL is built from platform and user name; an empty URL stays empty. */
const socialLinkInput = z.strictObject({
  platform: z.string().check(z.refine(isPlatformId, 'Please choose one of the platforms on offer.')),
  username: z
    .pipe(
      z.string(),
      z.transform((typed: string) => typed.trim()),
    )
    .check(
      z.refine(
        (name) => name.length <= USERNAME_MAX_LENGTH && !FORBIDDEN_CHARACTERS.test(name),
        `A user name has at most ${USERNAME_MAX_LENGTH} characters.`,
      ),
    ),
  url: z.optional(
    z.string().check(
      z.maxLength(2048, 'An address has at most 2048 characters.'),
      z.refine((url) => url === '' || isLinkAddress(url), 'Only https, http and mailto addresses can be linked.'),
    ),
  ),
  isActive: z.optional(flag),
  active: z.optional(flag),
});

/** All links of a handle in display order, one for each platform. Links without a user name are ignored. */
export const socialLinksInput = z.array(socialLinkInput).check(
  z.maxLength(PLATFORMS.length * 2, `You can add at most ${PLATFORMS.length} links, one for each platform.`),
  z.refine((links) => {
    const connected = links.filter(({ username }) => username !== '');
    return new Set(connected.map(({ platform }) => platform)).size === connected.length;
  }, 'There can be one link for each platform.'),
);
