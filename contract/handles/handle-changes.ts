import * as z from 'zod/mini';
import { emailAddressOrNone } from '../addresses.ts';
import { defineCall } from '../call.ts';
import { type PictureKind, readPicturePath } from '../pictures.ts';
import { look } from '../profiles/look.ts';
import { THEME_IDS } from '../profiles/themes.ts';
import { socialLinksInput } from '../social/social-links.ts';
import { bio, displayName } from '../text.ts';
import { handle } from './handles.ts';

/**
 * A picture that was uploaded for this handle (contract/pictures.ts), or the https URL of an external picture, which
 * the server never fetches. A blank value removes the picture.
 */
const pictureAddress = (kind: PictureKind) =>
  z.pipe(
    z.nullable(z.string().check(z.maxLength(2048, 'An address has at most 2048 characters.'))),
    z.transform((typed: string | null, context) => {
      const address = typed?.trim() ?? '';
      if (address === '') return null;
      if (readPicturePath(address)?.kind === kind) return address;
      if (!/^https:\/\/[^\s/\\]/i.test(address) || !URL.canParse(address)) {
        context.issues.push({
          code: 'custom',
          message: 'Please enter an address that begins with https://',
          input: typed,
        });
        return z.NEVER;
      }
      return new URL(address).href;
    }),
  );

/** PATCH /api/handles/{id}: absent fields stay unchanged; the change is atomic. */
export const changeHandleRequest = z.strictObject({
  displayName: z.optional(displayName),
  bio: z.optional(bio),
  profilePicture: z.optional(pictureAddress('avatar')),
  bannerImage: z.optional(pictureAddress('banner')),
  profilePage: z.optional(z.boolean()),
  /** The owner's switch. True requires an address, either in this request or from an earlier one. */
  emailForwarding: z.optional(z.boolean()),
  /** A new address is pending until its owner confirms it; null or a blank value removes forwarding. */
  forwardingEmail: z.optional(emailAddressOrNone),
  socialLinks: z.optional(socialLinksInput),
});
export type ChangeHandleRequest = z.input<typeof changeHandleRequest>;
export type HandleChanges = z.output<typeof changeHandleRequest>;

/** PATCH /api/handles/{id}/appearance */
const changeAppearanceRequest = z.strictObject({
  template: z.enum(THEME_IDS, 'Please choose one of the themes.'),
  /** Absent: unchanged. Null: the theme without changes. */
  look: z.optional(z.nullable(look)),
});

export const patchHandle = defineCall('PATCH /api/handles/:id', {
  right: 'page',
  recent: { act: 'inbox', when: 'with `forwardingEmail`' },
  body: changeHandleRequest,
  response: handle,
  versioned: true,
  errors: [
    'role_without_right',
    'own_domain',
    'forwarder_limit',
    'inbox_stopped',
    'forwarding_needs_address',
    'too_many_emails',
  ],
});

export const patchAppearance = defineCall('PATCH /api/handles/:id/appearance', {
  right: 'page',
  body: changeAppearanceRequest,
  response: handle,
  versioned: true,
});
