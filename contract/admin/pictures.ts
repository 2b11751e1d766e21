import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { HANDLE_PICTURE_KINDS, readPicturePath } from '../pictures.ts';
import { ADMIN_ACT } from './admin.ts';

/** `suspended`: hidden because its handle or account is suspended. */
const PICTURE_STATES = ['shown', 'suspended', 'removed'] as const;

/** One item of GET /api/admin/pictures. */
const adminPicture = z.object({
  /** The name of one of its files under `/media/`. */
  name: z.string(),
  kind: z.enum(HANDLE_PICTURE_KINDS),
  /** The handle for which the picture was uploaded; null for a picture that all handles of an account share. */
  handle: z.nullable(z.string()),
  userId: z.nullable(z.int()),
  state: z.enum(PICTURE_STATES),
  removedAt: z.nullable(z.iso.datetime()),
});
export type AdminPicture = z.infer<typeof adminPicture>;
const adminPictures = z.array(adminPicture);

/**
 * `search`: the name of a handle, for its pictures and those of its owner; the email address of an account; or the
 * address of a picture. Without `search`: the removed pictures, newest first.
 */
export const adminPictureQuery = z.strictObject({
  limit: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(500))), 100),
  search: z.optional(z.string().check(z.maxLength(300))),
});

/** Returns the path of the picture that a text names by path, complete address or file name; null if it names none. */
export function pictureOf(typed: string): string | null {
  const [address = ''] = typed.trim().split(/[?#]/, 1);
  const file = address.slice(address.lastIndexOf('/') + 1);
  const folder = address.slice(0, address.length - file.length);
  const path = `/media/${file}`;
  const isMedia = folder === '' || /^(?:https?:\/\/[^/]+)?\/media\/$/.test(folder);
  return isMedia && readPicturePath(path) ? path : null;
}

export const getAdminPictures = defineCall('GET /api/admin/pictures', {
  by: 'admin',
  query: adminPictureQuery,
  response: adminPictures,
});

export const pictureFile = z.string().check(z.maxLength(120));

export const deleteAdminPicture = defineCall('DELETE /api/admin/pictures/:name', {
  ...ADMIN_ACT,
  params: { name: pictureFile },
  errors: ['not_found'],
});
