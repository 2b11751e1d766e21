/** Errors of a call that uses an uploaded file. */
export const PICTURE_ERRORS = [
  'not_found',
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
