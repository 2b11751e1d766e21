import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { PICTURE_ERRORS, SITE_PICTURE_KINDS, UPLOAD_MAX_BYTES, uploadResponse } from '../pictures.ts';

/** Accepted content types of pictures of the site, which are not animated. */
export const SITE_UPLOAD_TYPES = ['image/png', 'image/webp'] as const;

/** POST /api/admin/site/pictures/upload; the response is `uploadResponse`. */
const siteUploadRequest = z.strictObject({
  kind: z.enum(SITE_PICTURE_KINDS),
  contentType: z.optional(z.enum(SITE_UPLOAD_TYPES, 'Please choose a PNG or WebP picture.')),
  contentLength: z.optional(
    z.int().check(z.positive(), z.maximum(UPLOAD_MAX_BYTES, 'Please choose a picture of at most 10 MB.')),
  ),
});

/**
 * POST /api/admin/site/pictures returns 201. The returned path is valid in `logo` and `logoDark`, or in `icon`, of the
 * document of the site. An unused picture is deleted after a day.
 */
export const newSitePicture = z.strictObject({
  kind: z.enum(SITE_PICTURE_KINDS),
  uploadURL: z.string().check(z.maxLength(2048)),
});
const sitePicture = z.object({ kind: z.enum(SITE_PICTURE_KINDS), path: z.string() });

export const postSitePictureUpload = defineCall('POST /api/admin/site/pictures/upload', {
  by: 'admin',
  recent: 'administer',
  body: siteUploadRequest,
  response: uploadResponse,
});

export const postSitePicture = defineCall('POST /api/admin/site/pictures', {
  by: 'admin',
  recent: 'administer',
  body: newSitePicture,
  response: sitePicture,
  status: 201,
  errors: [...PICTURE_ERRORS],
});
