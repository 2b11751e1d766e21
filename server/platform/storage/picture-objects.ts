import { PICTURE_WIDTHS, readPublishedPath } from '../../../contract/pictures.ts';

/** Returns the object key of a variant of a published picture, by its path; null for any other path. */
export function pictureObject(path: string): string | null {
  const picture = readPublishedPath(path);
  return picture && `pictures/${picture.kind}-${picture.id}-${picture.width}.webp`;
}

/** Returns the object keys of all variants of a published picture, small to large; empty for an external address. */
export function pictureObjects(address: string | null): string[] {
  const picture = address === null ? null : readPublishedPath(address);
  if (!picture) return [];
  return PICTURE_WIDTHS[picture.kind].map((width) => `pictures/${picture.kind}-${picture.id}-${width}.webp`);
}
