import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Maximum size of an uploaded file in bytes. */
export const UPLOAD_MAX_BYTES = 10_485_760;
/** Accepted content types of an upload. The server decodes every file and does not trust its content type. */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/gif'] as const;

/** Pictures of an account. */
const PICTURE_KINDS = ['avatar', 'banner'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** Pictures of a handle, including pictures of blocks and of the background. */
export const HANDLE_PICTURE_KINDS = [...PICTURE_KINDS, 'block', 'background'] as const;
export type HandlePictureKind = (typeof HANDLE_PICTURE_KINDS)[number];
/** Pictures of the site: the logo, for light or dark surfaces, and the icon. */
export const SITE_PICTURE_KINDS = ['logo', 'icon'] as const;
export type SitePictureKind = (typeof SITE_PICTURE_KINDS)[number];
export const UPLOAD_KINDS = [...HANDLE_PICTURE_KINDS, ...SITE_PICTURE_KINDS] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/**
 * Aspect ratio (width / height) of published pictures; null for kinds that keep the original ratio, within
 * PICTURE_SHAPES.
 */
export const PICTURE_RATIO = {
  avatar: 1,
  banner: 3,
  block: null,
  background: null,
  logo: null,
  icon: 1,
} as const satisfies Record<UploadKind, number | null>;
/**
 * Narrowest and widest aspect ratio of a picture that keeps its original ratio. Other pictures are cropped around the
 * centre.
 */
export const PICTURE_SHAPES = [1 / 2, 2] as const;
/** The same for a logo, which may be a long name. */
export const LOGO_SHAPES = [1 / 2, 12] as const;
/** Widths of the published variants in pixels, ascending. A smaller original is not enlarged. */
export const PICTURE_WIDTHS: Record<UploadKind, readonly [number, number, number]> = {
  avatar: [128, 256, 512],
  banner: [480, 960, 1440],
  block: [160, 480, 960],
  background: [480, 960, 1440],
  logo: [240, 480, 960],
  icon: [64, 192, 512],
};

/** POST /api/avatars/upload and /api/banners/upload: optional type and size to which the upload URL is bound. */
const uploadRequest = z.optional(
  z.nullable(
    z.strictObject({
      contentType: z.optional(z.enum(UPLOAD_TYPES, 'Please choose a PNG, JPG or GIF picture.')),
      contentLength: z.optional(
        z.int().check(z.positive(), z.maximum(UPLOAD_MAX_BYTES, 'Please choose a picture of at most 10 MB.')),
      ),
    }),
  ),
);

/** The client then sends the file with PUT to this URL. */
export const uploadResponse = z.object({ uploadURL: z.string() });

/** PUT /api/profile/avatar and /banner: the `uploadURL` to which the file was sent. */
export const setAvatarRequest = z.strictObject({ avatarUrl: z.string().check(z.maxLength(2048)) });
export const setBannerRequest = z.strictObject({ bannerUrl: z.string().check(z.maxLength(2048)) });

/** POST /api/handles/{id}/pictures/upload; the response is `uploadResponse`. */
const handleUploadRequest = z.strictObject({
  kind: z.enum(HANDLE_PICTURE_KINDS),
  contentType: z.optional(z.enum(UPLOAD_TYPES, 'Please choose a PNG, JPG or GIF picture.')),
  contentLength: z.optional(
    z.int().check(z.positive(), z.maximum(UPLOAD_MAX_BYTES, 'Please choose a picture of at most 10 MB.')),
  ),
});

/**
 * POST /api/handles/{id}/pictures returns 201. The returned path is valid in blocks, look, `profilePicture` and
 * `bannerImage` of this handle. An unused picture is deleted after a day.
 */
export const newHandlePicture = z.strictObject({
  kind: z.enum(HANDLE_PICTURE_KINDS),
  uploadURL: z.string().check(z.maxLength(2048)),
});
const handlePicture = z.object({ kind: z.enum(HANDLE_PICTURE_KINDS), path: z.string() });

const PUBLISHED = /^\/media\/(avatar|banner|block|background|logo|icon)-([a-z0-9]{16,64})-(\d+)\.webp$/;

/** Returns the path of one variant of a published picture. */
export function picturePath(kind: UploadKind, id: string, width: number): string {
  return `/media/${kind}-${id}-${width}.webp`;
}

/** Parses the path of a variant of a published picture; returns null for any other address. */
export function readPublishedPath(address: string): { kind: UploadKind; id: string; width: number } | null {
  const [, kind, id, width] = PUBLISHED.exec(address) ?? [];
  if (!kind || !id) return null;
  return { kind: kind as UploadKind, id, width: Number(width) };
}

/** Does the same for pictures of accounts and handles; returns null for a picture of the site as well. */
export function readPicturePath(address: string): { kind: HandlePictureKind; id: string; width: number } | null {
  const { kind, id = '', width = 0 } = readPublishedPath(address) ?? {};
  return kind === undefined || kind === 'logo' || kind === 'icon' ? null : { kind, id, width };
}

/** Returns the name of a published picture, which its variants share; null for any other address. */
export function pictureName(address: string): string | null {
  const picture = readPicturePath(address);
  return picture && `${picture.kind}-${picture.id}`;
}

/** Returns the paths of all variants of a published picture, small to large; empty for any other address. */
export function pictureVariants(address: string): string[] {
  const picture = readPicturePath(address);
  return picture ? PICTURE_WIDTHS[picture.kind].map((width) => picturePath(picture.kind, picture.id, width)) : [];
}

/** Returns the `srcset` of a published picture; undefined for any other address. */
export function pictureSources(address: string): string | undefined {
  const picture = readPublishedPath(address);
  if (!picture) return undefined;
  return PICTURE_WIDTHS[picture.kind]
    .map((width) => `${picturePath(picture.kind, picture.id, width)} ${width}w`)
    .join(', ');
}

/** Errors of a call that uses an uploaded file. */
export const PICTURE_ERRORS = [
  'upload_refused',
  'upload_expired',
  'upload_missing',
  'upload_too_large',
  'picture_unreadable',
  'picture_too_large',
  'picture_too_long',
  'storage_full',
  'picture_refused',
] as const;

export const postHandlePictureUpload = defineCall('POST /api/handles/:id/pictures/upload', {
  right: 'page',
  body: handleUploadRequest,
  response: uploadResponse,
  errors: ['role_without_right', 'picture_limit'],
});

export const postHandlePicture = defineCall('POST /api/handles/:id/pictures', {
  right: 'page',
  body: newHandlePicture,
  response: handlePicture,
  status: 201,
  errors: ['role_without_right', 'picture_limit', ...PICTURE_ERRORS],
});

export const postAvatarUpload = defineCall('POST /api/avatars/upload', {
  by: 'account',
  body: uploadRequest,
  response: uploadResponse,
});

export const postBannerUpload = defineCall('POST /api/banners/upload', {
  by: 'account',
  body: uploadRequest,
  response: uploadResponse,
});
