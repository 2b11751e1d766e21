import { PICTURE_WIDTHS, readPicturePath } from '../../../contract/pictures.ts';

/** The key of the object behind the path of a published picture's variant; null for a path that is none. */
export function pictureObject(path: string): string | null {
  const picture = readPicturePath(path);
  return picture && `pictures/${picture.kind}-${picture.id}-${picture.width}.webp`;
}

/** Keys of all variants of a published picture, small to large; none for an address that is not ours. */
export function pictureObjects(address: string | null): string[] {
  const picture = address === null ? null : readPicturePath(address);
  if (!picture) return [];
  return PICTURE_WIDTHS[picture.kind].map((width) => `pictures/${picture.kind}-${picture.id}-${width}.webp`);
}
