import { PICTURE_WIDTHS, readPicturePath } from '../../contract/pictures.ts';

/** Keys of the objects behind a published picture, small to large; none for an address that is not ours. */
export function objectsOf(address: string | null): string[] {
  const picture = address === null ? null : readPicturePath(address);
  if (!picture) return [];
  return PICTURE_WIDTHS[picture.kind].map((width) => `pictures/${picture.kind}-${picture.id}-${width}.webp`);
}
