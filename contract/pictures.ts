import * as z from 'zod/mini';

/** Largest file that is taken, in bytes. */
export const UPLOAD_MAX_BYTES = 10_485_760;
/** What a picture may be sent as; it is decoded, whatever it says it is. */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;

/** What can be uploaded for an account. */
export const PICTURE_KINDS = ['avatar', 'banner'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Width over height of what is published. */
export const PICTURE_RATIO: Record<PictureKind, number> = { avatar: 1, banner: 3 };
/** Widths in pixels of the published variants, small to large; a smaller original is not blown up. */
export const PICTURE_WIDTHS: Record<PictureKind, readonly [number, number, number]> = {
  avatar: [128, 256, 512],
  banner: [480, 960, 1440],
};

/** POST /api/avatars/upload and /api/banners/upload: an empty body, or what the address is to be bound to. */
export const uploadRequest = z.optional(
  z.nullable(
    z.strictObject({
      contentType: z.optional(z.enum(UPLOAD_TYPES, 'Please choose a PNG, JPG or GIF picture.')),
      contentLength: z.optional(
        z.int().check(z.positive(), z.maximum(UPLOAD_MAX_BYTES, 'Please choose a picture of at most 10 MB.')),
      ),
    }),
  ),
);

/** The file is then sent by PUT to this address. */
export const uploadResponse = z.object({ uploadURL: z.string() });

/** PUT /api/profile/avatar and /banner: the `uploadURL` that the file was sent to. */
export const setAvatarRequest = z.strictObject({ avatarUrl: z.string().check(z.maxLength(2048)) });
export const setBannerRequest = z.strictObject({ bannerUrl: z.string().check(z.maxLength(2048)) });

const PUBLISHED = /^\/media\/(avatar|banner)-([a-z0-9]{16,64})-(\d+)\.webp$/;

/** The path of one variant of a published picture. */
export function picturePath(kind: PictureKind, id: string, width: number): string {
  return `/media/${kind}-${id}-${width}.webp`;
}

/** Kind and id of a published picture by the path of any of its variants; null for an address that is not ours. */
export function readPicturePath(address: string): { kind: PictureKind; id: string; width: number } | null {
  const [, kind, id, width] = PUBLISHED.exec(address) ?? [];
  if (!kind || !id) return null;
  return { kind: kind as PictureKind, id, width: Number(width) };
}

/** The variants of a picture of ours for `srcset`; undefined for an address that is not ours. */
export function pictureSources(address: string): string | undefined {
  const picture = readPicturePath(address);
  if (!picture) return undefined;
  return PICTURE_WIDTHS[picture.kind]
    .map((width) => `${picturePath(picture.kind, picture.id, width)} ${width}w`)
    .join(', ');
}
